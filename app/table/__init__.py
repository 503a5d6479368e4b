"""One table of people as a pure state machine: messages in, entries and effects out.

No clock, no chance, no input or output: `now` is an argument, shuffles and bots are effects whose answers come back as
messages. The shell does, for one table at a time and in this order: `handle`, then store `Step.entries` and `Step.rows`
in one transaction, then let `Step.table` take the place of the old table, then send views, then carry out
`Step.effects`.

    open_table(Opening(code, ruleset, players, open, watch), Person(id, name), now) -> Step     (handle.py)
    handle(table, who, message, now) -> Step(table, entries, effects, rows) | Refused(code, rule, facts)
    fold(entries) -> Table · evolve(table, entry) -> Table                                      (evolve.py)
    resume(table, now) -> effects      after a restart, or when a table is loaded               (pauses.py)
    who:      Person(id, name) | CLOCK | CHANCE | BOT                                           (messages.py)
    message:  Act Why Sit Stand Start Ready Bot Host Propose Vote Unshadow Chat  (fields as on the wire; Bot has
              also `away`)
              Shuffled(deal, pack, dealer) BotActs(seat, ply, action) Woke(token) HostAbsent(player, present)
              OutOfTime(token, seat, action) Lapsed(number, present)
    effects:  Shuffle(deal, cards, players, first) AskBot(seat, ply, version) Wake(at, token, seat)
              Said(line)                                                                        (steps.py)
    entries:  Entry(seq, kind, seat, who, text, deal, ply, client_id, entry_id, at)             (entries.py)
    rows:     MatchRow MatchSeatRow DealRow DealEndRow ScoreRow MatchEndRow                     (rows.py)
    question: offers(table, player, cards) -> (Offer(action, rule, facts), …) | Refused            (play.py)
    views:    public_meta(meta, closed=) public_deal(table) public(table, closed=) private(table, player)
              summary(table, watchers) is_closed(table, player) chat_tail(table, player)
              labels(table, people)                                                         (views.py)
    hears(table, player, room) · seat_of(table, player) · first_legal(table, seat) · clean_name(text) raises BadText

Contract with the shell
- A `Step` without entries means: answer `done`, nothing to store or send (effects are empty too).
- Views change only when `table.version` does; it is the version of a table frame. Chat entries raise `seq` alone:
  `Said` is sent to everybody who `hears` the room. `public_meta` need be encoded anew only when `table.meta` is another
  object than before.
- `Refused` goes to the sender alone. Of bots `stale` is dropped silently; `illegal` is logged and
  `first_legal(table, seat)` played in its place (tests let it fail loudly).
- A `Wake` with a seat is the clock of that seat's turn, answered by `OutOfTime`. Without one it is, while a deal runs,
  the game's own clock, which acts for no seat, and otherwise ends the wait for the next deal. A new one of either kind
  replaces the table's older one; `Woke`, `OutOfTime`, `Shuffled`, `BotActs` that come too late do nothing.
- Every `AskBot` is answered once, after a delay drawn from public facts only. `HostAbsent` may be sent again whenever
  somebody comes, as long as the host stays away.
- A proposal (proposals.py) that has waited for answers long enough is told `Lapsed`; the shell counts the time, without
  that in which nobody could answer.
- The shell fills `Entry.entry_id`; nothing here reads it.
"""

from app.table.entries import Entry
from app.table.evolve import evolve, fold
from app.table.handle import Opening, handle, open_table
from app.table.messages import (
    BOT,
    CHANCE,
    CLOCK,
    Act,
    Bot,
    BotActs,
    Chat,
    Host,
    HostAbsent,
    Lapsed,
    Machine,
    Message,
    OutOfTime,
    Pause,
    Person,
    PersonMessage,
    Propose,
    Ready,
    Shuffled,
    Sit,
    Stand,
    Start,
    Unshadow,
    Vote,
    Who,
    Why,
    Woke,
)
from app.table.names import BadText, clean_chat, clean_name
from app.table.pauses import resume
from app.table.play import first_legal, offers
from app.table.rows import DealEndRow, DealRow, MatchEndRow, MatchRow, MatchSeatRow, Row, ScoreRow
from app.table.state import ChatLine, Meta, SeatState, Table, hears, may_watch, seat_of
from app.table.steps import AskBot, Effect, Refused, Said, Shuffle, Step, Wake

__all__ = [
    "BOT",
    "CHANCE",
    "CLOCK",
    "Act",
    "AskBot",
    "BadText",
    "Bot",
    "BotActs",
    "Chat",
    "ChatLine",
    "DealEndRow",
    "DealRow",
    "Effect",
    "Entry",
    "Host",
    "HostAbsent",
    "Lapsed",
    "Machine",
    "MatchEndRow",
    "MatchRow",
    "MatchSeatRow",
    "Message",
    "Meta",
    "Opening",
    "OutOfTime",
    "Pause",
    "Person",
    "PersonMessage",
    "Propose",
    "Ready",
    "Refused",
    "Row",
    "Said",
    "ScoreRow",
    "SeatState",
    "Shuffle",
    "Shuffled",
    "Sit",
    "Stand",
    "Start",
    "Step",
    "Table",
    "Unshadow",
    "Vote",
    "Wake",
    "Who",
    "Why",
    "Woke",
    "clean_chat",
    "clean_name",
    "evolve",
    "first_legal",
    "fold",
    "handle",
    "hears",
    "may_watch",
    "offers",
    "open_table",
    "resume",
    "seat_of",
]  # fmt: skip
