"""Five people and a spectator play one whole deal of Euchre through the page; what they were sent is checked after.

The same party as in `test_deal`: Ada has only her keyboard, Jun a phone held upright, Bo loads the page anew.
"""

from __future__ import annotations

from playwright.sync_api import expect

from app.rules.ruleset import parse_ruleset
from tests.browser.conftest import Invite
from tests.browser.server import Server
from tests.browser.test_deal import check_what_they_were_sent, expect_scores, gather, play, record_of
from tests.conformance.playout import states

RULESET = "euchre/call-partner@1"
SEED, DEALER = 4, 2
CHAT_AT, RELOAD_AT = 3, 13  # plies


def test_five_people_play_a_whole_deal_of_euchre(invite: Invite, server: Server) -> None:
    """Trump is named in the second round; the tests of the layout order one up."""
    server.stack_random(SEED, DEALER, RULESET)
    party = gather("call-partner", invite, (0, 0, 0), "Euchre")
    people = [*party.seats, party.watcher]
    play(party, CHAT_AT, RELOAD_AT)

    ruleset = parse_ruleset(RULESET)
    deal = record_of(server, party.code, ruleset).deals[1]
    verbs = {action.split(" ")[0] for _, action in deal.actions}
    assert {"pass", "trump", "call", "play"} == verbs
    *_, last = states(ruleset.game, ruleset.options, deal)
    outcome = ruleset.game.outcome(last)
    assert outcome is not None
    for person in people:
        expect_scores(person, [seat.name for seat in party.seats], [int(score) for score in outcome.scores["points"]])

    for person in party.seats:
        person.press(person.page.get_by_role("button", name="Ready for the next deal"))
    for person in people:
        expect(person.page.locator(".sheet")).to_be_hidden()
        person.wait_for_phase("deal")
    assert all(len(person.hand()) == 5 for person in party.seats)
    check_what_they_were_sent(party, record_of(server, party.code, ruleset), plies=30)
