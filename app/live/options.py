"""What the shell can be told: how patient it is, how fast bots move, what a connection may ask for."""

from __future__ import annotations

from typing import NamedTuple


class LiveOptions(NamedTuple):
    """Times in seconds, sizes in pieces. The defaults are what `app.main` serves with."""

    bot_speed: float = 1.0
    """2 is twice as fast; 0 lets bots answer without any wait."""
    message_rate: float = 10.0
    """Messages a second that one connection may send in the long run; 0 switches the limit off."""
    message_burst: float = 40.0
    """Messages that may come at once."""
    flood_strikes: int = 100
    """Refused messages in a row after which a flooding connection is closed."""
    silent_after: float = 9.0
    """A connection that says nothing for so long is dropped."""
    away_after: float = 4.0
    """A person without a connection for so long is shown as away."""
    host_absent_after: float = 60.0
    """A host who is away for so long loses the host's rights to the next person seated."""
    idle_turn_after: float = 60.0
    """A person who lets the others wait in his turn for so long may be stood in for, and loses the host's rights."""
    stall_after: float = 1.0
    """An append that takes longer is shown as "storing", and further acts are refused as busy."""
    queue: int = 32
    """Messages of one table that may wait while another one is being stored."""
    connections_per_player: int = 6
    """Windows that one person may have open at one table; the oldest is closed beyond that."""
    lobby_per_address: int = 64
    """Connections to the list of tables from one address by people without a name; the oldest is closed beyond that."""
    close_after: float = 7 * 24 * 3600.0
    """A table to which nobody has come for so long is closed for good; 0 keeps all tables."""
    sweep_every: float = 600.0
    """How often such tables are looked for."""
    idle_after: float = 300.0
    """A table without connections and without anything to do is taken out of memory after so long."""
    people_every: float = 0.3
    """The list of people is sent to a table at most once in so long."""
    lobby_every: float = 1.0
    """The list of tables is sent to the lobby at most once in so long."""
    lobby_kept_every: float = 5.0
    """Changed lines of that list are stored at most once in so long, and at a clean end."""
    tick: float = 0.25
    """How often presence, silence and stalls are looked at."""
    chat_tail: int = 50
    """Chat messages kept for those who come later."""
