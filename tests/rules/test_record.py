"""Records: what is written, what is read, and what a wrong line is told."""

import io
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from app.commands.replay import replay
from app.commands.simulate import simulate
from app.rules import record
from app.rules.record import Position, RecordError
from app.rules.registry import GAMES
from tests.rules.spec import covers

Lines = list[dict[str, Any]]


def simulated(deals: int = 6, seed: int = 5, trace: bool = False, **options: object) -> Lines:
    """A record of a five-deal match and what follows."""
    out = io.StringIO()
    simulate("mighty", "japanese", deals, seed, None, {"match_deals": 5, **options}, trace, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def replayed(lines: Lines, capsys: pytest.CaptureFixture[str], trace: bool = False) -> tuple[int, str, str]:
    """Exit status, what was written and what was said of some lines."""
    out = io.StringIO()
    status = replay(io.StringIO("".join(record.dump(line) + "\n" for line in lines)), trace, out)
    return status, out.getvalue(), capsys.readouterr().err


def at(lines: Lines, key: str, count: int = 0) -> int:
    """Where the line of a kind is."""
    return [number for number, line in enumerate(lines) if key in line][count]


@covers("R5", "R1")
def test_a_header_carries_every_option() -> None:
    options = simulated()[0]["options"]
    assert len(options) == 25
    assert options["trump_change"] == "on"
    assert options["friend_by"] == ["card"]
    assert options["double_for"] == []


def test_a_simulated_record_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    status, said, _ = replayed(simulated(20), capsys)
    assert status == 0
    assert said.startswith("20 deals")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_simulated_and_its_trace_replayed(name: str) -> None:
    written, again = io.StringIO(), io.StringIO()
    simulate(name, None, 30, 2, None, {}, True, written)
    assert replay(io.StringIO(written.getvalue()), True, again) == 0
    assert again.getvalue() == written.getvalue()


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"bid_mode": "full_only", "ace_low_straight": "off"}),
        (4, {}),
        (6, {"packs": "always_108", "no_bid": "end_deal", "share_rounding": "floor", "raise_own": "off"}),
    ],
)
def test_auction_is_simulated_for_any_number_of_players(players: int, options: dict[str, str]) -> None:
    written = io.StringIO()
    simulate("auction", None, 20, 3, players, options, True, written)
    assert replay(io.StringIO(written.getvalue()), False, io.StringIO()) == 0
    assert '{"seat":null,"do":"close","legal":["close"]}' in written.getvalue()


@covers("R11")
def test_simulate_writes_matches_one_after_the_other_and_leaves_the_last_unfinished() -> None:
    lines = simulated(20, misdeal_claim="off", all_pass="dealer_must_bid")
    assert sum("record" in line for line in lines) == 4
    assert sum("deal" in line for line in simulated(17)) == 17
    assert "match_end" in lines[-1]
    assert "match_end" not in simulated(17, all_pass="dealer_must_bid")[-1]


def test_the_same_seed_gives_the_same_record() -> None:
    assert simulated(seed=9) == simulated(seed=9)
    assert simulated(seed=9) != simulated(seed=10)


def test_a_trace_of_a_record_is_what_simulate_writes_as_trace(capsys: pytest.CaptureFixture[str]) -> None:
    _, written, _ = replayed(simulated(8), capsys, trace=True)
    assert [json.loads(line) for line in written.splitlines()] == simulated(8, trace=True)


@covers("R13")
def test_a_deal_thrown_in_ends_with_redeal_and_zero_scores() -> None:
    ends = [line for line in simulated(60) if "end" in line]
    thrown_in = [line for line in ends if line.get("redeal")]
    assert thrown_in
    assert all(line["scores"] == {"points": [0, 0, 0, 0, 0]} for line in thrown_in)
    assert all("redeal" not in line for line in ends if line not in thrown_in)


def test_simulate_reaches_every_step() -> None:
    verbs = {line["do"].split(" ")[0] for line in simulated(300, misdeal_claim="le_half") if "do" in line}
    assert verbs == {"bid", "pass", "misdeal", "discard", "trump", "keep", "friend", "play", "direct"}


def test_simulate_refuses_an_unknown_game() -> None:
    with pytest.raises(ValueError, match="unknown game whist"):
        simulate("whist", None, 1, 1, None, {}, False, io.StringIO())


def test_time_and_author_of_an_action_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(1)
    lines[2] |= {"at": "2026-11-30T19:00:00Z", "by": "bot"}
    _, written, _ = replayed(lines, capsys, trace=True)
    assert json.loads(written.splitlines()[2])["at"] == "2026-11-30T19:00:00Z"
    assert json.loads(written.splitlines()[2])["by"] == "bot"


def test_an_undo_takes_actions_back(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(1)
    again = [*lines[:5], {"undo": 2}, *lines[3:]]
    status, said, _ = replayed(again, capsys)
    assert status == 0, said


@pytest.mark.parametrize("count", [0, 4, -1, True, "1", 1.0, None])
def test_an_undo_takes_back_one_action_at_least_and_no_more_than_there_are(
    count: object, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, said = replayed([*simulated(1)[:5], {"undo": count}], capsys)
    assert (status, said.startswith("line 6: undo must take back")) == (1, True)


@covers("R14")
def test_a_record_may_stop_between_actions(capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(simulated(1)[:7], capsys)[0] == 0
    assert replayed(simulated(1)[:1], capsys)[0] == 0


@covers("R14")
def test_a_record_may_not_stop_before_an_end_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(1)
    assert replayed(lines[:-1], capsys)[2].endswith("the file ends before the end line of a finished deal\n")
    match = simulated(5, all_pass="dealer_must_bid")
    assert replayed(match[:-1], capsys)[2].endswith("the file ends before the match_end line of a finished match\n")


def test_an_empty_file_holds_no_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed([], capsys)[2] == "line 0: there is no record in the file\n"


@covers("R5")
def test_missing_options_are_filled_from_the_preset(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(1)
    lines[0]["options"] = {"match_deals": 5}
    assert replayed(lines, capsys)[0] == 0


def test_an_illegal_action_is_told_with_its_line_and_reason(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(1)
    lines[2]["do"] = "bid 12 H"
    status, _, said = replayed(lines, capsys)
    assert status == 1
    assert said.startswith(f"line 3: seat {lines[2]['seat']} may not 'bid 12 H': ")
    assert "13" in said


def test_lines_before_an_illegal_one_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(1)
    lines[4]["do"] = "bid 12 H"
    assert len(replayed(lines, capsys, trace=True)[1].splitlines()) == 4


Change = Callable[[Lines], object]

WRONG: dict[str, tuple[Change, str]] = {
    "version": (lambda lines: lines[0].update(record=2), "this is not a record of version 1"),
    "game": (lambda lines: lines[0].update(game="whist"), "unknown game 'whist', known: mighty"),
    "no preset": (lambda lines: lines[0].pop("preset"), "preset must be text"),
    "preset": (lambda lines: lines[0].update(preset="korean"), "option preset: unknown"),
    "option": (lambda lines: lines[0].update(options={"ripper_call": "on"}), "option ripper_call: is not an option"),
    "options": (lambda lines: lines[0].update(options=[]), "options must be an object"),
    "players": (lambda lines: lines[0].update(players="abcde"), "players must be a list of names"),
    "four": (lambda lines: lines[0].update(players=["a"] * 4), "mighty is for 5 players"),
    "match": (lambda lines: lines[0].update(match=7), "match must be text"),
    "no header": (lambda lines: lines.pop(0), "the match has no header before this line"),
    "dealer": (lambda lines: lines[1].update(dealer=5), "dealer must be a seat"),
    "number": (lambda lines: lines[1].update(deal=2), "this must be deal 1"),
    "truth": (lambda lines: lines[1].update(deal=True), "this must be deal 1"),
    "hands": (lambda lines: lines[1].update(hands={}), "hands must be lists of cards by seat"),
    "rest": (lambda lines: lines[1].update(rest=[]), "the hands must have 10, 10, 10, 10, 10 cards and the rest 3"),
    "unknown card": (lambda lines: lines[1]["rest"].__setitem__(0, "1X"), "'1X' is not a card of this pack"),
    "hidden card": (lambda lines: lines[1]["rest"].__setitem__(0, "??"), "'??' is not a card of this pack"),
    "doubled card": (lambda lines: lines[1]["rest"].__setitem__(0, lines[1]["rest"][1]), "is dealt 2 times"),
    "no seat": (lambda lines: lines[2].pop("seat"), "seat must be a seat, or null for the clock"),
    "seat": (lambda lines: lines[2].update(seat=7), "seat must be a seat, or null for the clock"),
    "clock": (lambda lines: lines[2].update(seat=None), "seat None may not"),
    "action": (lambda lines: lines[2].update(do=["pass"]), "an action must be text"),
    "legal": (lambda lines: lines[2].update(legal=["pass"]), "the legal actions of seat"),
    "time": (lambda lines: lines[2].update(at=7), "at must be text"),
    "end number": (lambda lines: lines[at(lines, "end")].update(end=2), "this must be the end of deal 1"),
    "early end": (lambda lines: lines.pop(at(lines, "end") - 1), "the deal is not over"),
    "redeal": (lambda lines: lines[at(lines, "end")].update(redeal=True), "this deal was not thrown in"),
    "scores": (lambda lines: lines[at(lines, "end")].update(scores={"points": [0] * 5}), "the scores must be {"),
    "no scores": (lambda lines: lines[at(lines, "end")].pop("scores"), "the scores must be {"),
    "true": (lambda lines: lines[at(lines, "end")].update(scores={"points": [True] * 5}), "the scores must be {"),
    "totals": (lambda lines: lines[at(lines, "end")].update(totals={"rum": [0, 0]}), "the totals must be {"),
    "second deal": (lambda lines: lines.pop(at(lines, "end")), "a new deal begins before the end line"),
    "second dealer": (
        lambda lines: lines[at(lines, "deal", 1)].update(dealer=(lines[at(lines, "deal", 1)]["dealer"] + 1) % 5),
        "the dealer must be seat",
    ),
    "early header": (lambda lines: lines.insert(2, lines[0]), "a new match begins before the last one is over"),
    "early match end": (
        lambda lines: lines.insert(2, {"match_end": {"totals": {}, "winners": []}}), "the match is not over",
    ),
    "winners": (lambda lines: lines[at(lines, "match_end")]["match_end"].update(winners=[9]), "the winners must be"),
    "end totals": (lambda lines: lines[at(lines, "match_end")]["match_end"].update(totals=[]), "the totals must be {"),
    "match end": (lambda lines: lines[at(lines, "match_end")].update(match_end=[]), "match_end must be an object"),
    "no match end": (lambda lines: lines.pop(at(lines, "match_end")), "a new match begins before"),
    "deal after": (
        lambda lines: lines.insert(at(lines, "match_end"), lines[1]), "the match is over: a match_end line is due",
    ),
    "action after": (lambda lines: lines.insert(at(lines, "match_end") + 1, lines[2]), "the match is over"),
    "kind": (lambda lines: lines.insert(3, {"chat": "hello"}), "a line needs one of"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_told_why(change: Change, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(7, all_pass="dealer_must_bid")
    change(lines)
    status, _, said = replayed(lines, capsys)
    assert status == 1
    assert reason in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    ["hello", "[]", "7", '"x"', "{", "null", '{"do":NaN}', "[" * 100_000, '{"undo":' + "1" * 9000 + "}", "\x00", "{}"],
)
def test_garbage_is_told_apart_from_a_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(io.StringIO(text + "\n"), False, io.StringIO()) == 1
    assert capsys.readouterr().err.startswith("line 1: ")


def test_bytes_that_are_no_text_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    source = io.TextIOWrapper(io.BytesIO(b'{"record"\xff\xfe'), encoding="utf-8")
    assert replay(source, False, io.StringIO()) == 1
    assert "not UTF-8" in capsys.readouterr().err


@covers("R12")
@pytest.mark.parametrize(
    ("score", "text"), [(Fraction(31, 2), "31/2"), (Fraction(-19, 2), "-19/2"), (Fraction(4, 2), 2), (-3, -3), (0, 0)]
)
def test_fractions_are_written_in_lowest_terms_and_whole_numbers_as_numbers(score: Any, text: object) -> None:
    assert record.score_json(score) == text


@covers("R8")
def test_the_clock_has_its_own_action_as_legal() -> None:
    assert record.action_line(None, "close", ()) == {"seat": None, "do": "close", "legal": ["close"]}


def test_reading_never_changes_a_position() -> None:
    position, _ = record.advance(Position(), record.dump(simulated(1)[0]))
    with pytest.raises(RecordError):
        record.advance(position, "nonsense")
    assert position.match is None
