"""Why a message is refused."""

from collections.abc import Mapping

REFUSALS: Mapping[str, str] = {
    "malformed": "The frame is not a message of this protocol.",
    "unknown_type": "There is no message of this type.",
    "stale": "The table has moved on since the view this was meant for.",
    "not_your_turn": "It is not your turn.",
    "illegal": "The rules do not allow this action; `rule` and `facts` say which one.",
    "not_seated": "You have no seat at this table.",
    "standin": "A bot plays for you; take your seat back first.",
    "seat_taken": "Somebody has this seat.",
    "no_such_seat": "The table has no such seat.",
    "full": "No seat is free.",
    "already_seated": "You have a seat already.",
    "own_seat_only": "You may only sit down again on your own seat.",
    "not_host": "Only the host may do this.",
    "not_a_person": "The host's rights can only go to a person who plays.",
    "not_away": "A bot can only play for somebody who is away.",
    "not_absent": "This seat's player is not absent.",
    "link_void": "This link has been used, or the player is back.",
    "knows_cards": "You know cards of this deal; you may sit down when it is over.",
    "seats_empty": "Every seat needs a person or a bot first.",
    "too_few": "More people or bots must sit down first.",
    "not_now": "This is not possible at the moment.",
    "chat_empty": "There is nothing to say.",
    "chat_too_long": "The text is longer than 300 characters.",
    "chat_characters": "The text has characters that cannot be shown.",
    "name_empty": "A name needs at least one visible character.",
    "name_too_long": "The name is longer than 24 characters.",
    "name_characters": "The name has characters that cannot be shown.",
    "closed": "This table is not open for spectators.",
    "busy": "The server is storing earlier moves; try again in a moment.",
    "flood": "Too many messages; wait a moment.",
    "no_such_table": "There is no table with this code.",
    "unauthorised": "Say who you are first.",
}
"""Every code of `refused` with one line in English; the catalogue's keys are `refused.<code>`."""
