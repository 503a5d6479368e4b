"""Messages of the server."""

from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from app.protocol.views import Fact, Presence, Room, Summary

PROTOCOL = 1
"""Number of this protocol, sent in `welcome`; it grows when an old client would misread a frame."""


class ServerMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What all messages of the server have in common."""


class PlayerView(Struct, frozen=True, forbid_unknown_fields=True):
    """Who the server takes the connection to be."""

    id: Annotated[str, Meta(description="the player's public id")]
    name: Annotated[str, Meta(description="the name others see at this table")]


class ChatMessage(ServerMessage, frozen=True, tag="chat"):
    """Something said, sent to those who are in the room."""

    room: Annotated[Room, Meta(description="`table` while no deal runs, else `players` or `spectators`")]
    name: str
    text: str
    at: Annotated[float, Meta(description="Unix time in seconds")]
    seat: Annotated[int | None, Meta(description="the speaker's seat, if any")] = None
    phrase: Annotated[
        str | None, Meta(description="what was said by a phrase that everybody reads in their language; no text then")
    ] = None


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first frame of every connection to a table."""

    protocol: int
    table: Annotated[str, Meta(description="the table's code")]
    player: PlayerView
    server: Annotated[str, Meta(description="build of the server; when it changes the page should be loaded again")]
    chat: Annotated[list[ChatMessage], Meta(description="what was said lately in the rooms this viewer is in")]


class TableMessage(ServerMessage, frozen=True, tag="table", omit_defaults=True):
    """The whole view of the table; the newest one is always enough."""

    version: Annotated[int, Meta(description="grows with everything that shows; drop frames with an older one")]
    public: Annotated[Raw, Meta(description="what everybody may see, see `PublicView`")]
    private: Annotated[Raw | UnsetType, Meta(description="what this viewer alone may see, see `PrivateView`")] = UNSET
    done: Annotated[str | UnsetType, Meta(description="id of the viewer's own message that led to this view")] = UNSET


class Timer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A clock that runs at the table."""

    kind: Annotated[
        Literal["next_deal", "close", "turn"],
        Meta(
            description="`next_deal`: the next deal comes; `close`: the auction closes unless somebody bids; `turn`: a "
            "bot acts for the seat in turn, whose bank is the last part of the time"
        ),
    ]
    seconds: Annotated[float, Meta(description="seconds left when the frame was sent")]
    seat: Annotated[int | UnsetType, Meta(description="with `turn`: whose time it is")] = UNSET


class AbsenceTimer(Struct, frozen=True, forbid_unknown_fields=True):
    """How long an absent player's seat stays as it is: until a bot plays, or until the others are asked again."""

    seat: int
    seconds: Annotated[float, Meta(description="seconds left when the frame was sent")]


class People(ServerMessage, frozen=True, tag="people"):
    """Who is there. Not part of a version; the newest one counts."""

    seats: Annotated[list[Presence | None], Meta(description="by seat; null for a seat without a person")]
    spectators: Annotated[list[str], Meta(description="names of those who watch")]
    storing: Annotated[bool, Meta(description="true while the server waits for its database")]
    timer: Timer | None = None
    idle: Annotated[
        int | None, Meta(description="seat that has let the others wait for a minute; the host may have a bot stand in")
    ] = None
    frozen: Annotated[
        bool,
        Meta(description="the table's record is damaged: it is shown as far as it is right, and nothing can be played"),
    ] = False
    absent: Annotated[
        list[AbsenceTimer], Meta(description="seats about which the others are asked, or whose players are waited for")
    ] = []


class Done(ServerMessage, frozen=True, tag="done"):
    """The message with this id was carried out (now or when it was first sent)."""

    id: str


class Refused(ServerMessage, frozen=True, tag="refused", omit_defaults=True):
    """The message with this id changed nothing. Texts for people: catalogue keys `refused.<code>`, `illegal.<rule>`."""

    id: Annotated[str | None, Meta(description="null where the frame's id could not be read")]
    code: Annotated[str, Meta(description="why, see the list of codes")]
    rule: Annotated[str | UnsetType, Meta(description="with code `illegal`: the rule of the game")] = UNSET
    facts: Annotated[dict[str, Fact] | UnsetType, Meta(description="values for the text of the rule")] = UNSET


class OfferView(Struct, frozen=True, omit_defaults=True):
    """Something that picked cards would bid."""

    action: Annotated[str, Meta(description="an action in the game's notation, to be sent with `act`")]
    rule: Annotated[str | UnsetType, Meta(description="the rule that forbids it at this moment, if one does")] = UNSET
    facts: Annotated[dict[str, Fact] | UnsetType, Meta(description="values for the text of the rule")] = UNSET


class Offers(ServerMessage, frozen=True, tag="offers"):
    """Answer to `ask`: everything that these cards would bid, the strongest last."""

    id: str
    offers: list[OfferView]


class Closing(ServerMessage, frozen=True, tag="closing"):
    """The server is about to close this connection."""

    reason: Annotated[
        str, Meta(description="`restart`, `replaced` (by a newer tab), `silent`, `flood`, `blocked` or `shut`")
    ]


class Pong(ServerMessage, frozen=True, tag="pong"):
    """Answer to `ping`."""


class Lobby(ServerMessage, frozen=True, tag="lobby"):
    """All tables that are listed, at once and after every change (only on `/ws/lobby`)."""

    tables: list[Summary]


AnyServerMessage = Welcome | TableMessage | People | Done | Refused | Offers | ChatMessage | Closing | Pong | Lobby
SERVER_MESSAGES: tuple[type[ServerMessage], ...] = get_args(AnyServerMessage)
