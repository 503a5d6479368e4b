"""Names and chat texts: what may be shown to others, and how equal names at one table are told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_NAME = 24
MAX_CHAT = 300
MAX_MARKS = 3  # accents on one letter; more of them cover the lines around

_SPACES = re.compile(r"[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_JOINERS = "\u200c\u200d"  # needed inside emoji and some scripts, invisible by themselves
# letters and symbols by category, but nothing to see
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# What Unicode calls default ignorable (fonts draw nothing for it), and the empty pattern of Braille.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_EMOJI_STYLE = "\ufe0e\ufe0f"  # shown as text, shown as a picture
_HAN_FORMS = re.compile("[\ufe00-\ufe02\U000e0100-\U000e01ef]")  # the way a family writes its character
# Letters of other alphabets that are drawn like Latin ones, and the Latin ones. As they look: a small Greek nu is a v.
_LOOKALIKES = str.maketrans(
    "АВЕКМНОРСТУХЅІЈҺԚԜҮӀ" + "авекмнорстухѕіјһԛԝүԁӏ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ" + "αγικνορτυχϳ" + "օոսհ" + "ıɑɡ",
    "ABEKMHOPCTYXSIJHQWYI" + "abekmhopctyxsijhqwydl" + "ABEZHIKMNOPTYXJ" + "ayikvoptuxj" + "onuh" + "iag",
)
# Cc control, Cs surrogate, Co private, Cn unassigned, Zl and Zp line ends
_FORBIDDEN = frozenset(("Cc", "Cs", "Co", "Cn", "Zl", "Zp"))
# These turn the direction of whatever text follows them.
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

BOT_NAMES = ("Ada", "Bruno", "Cleo", "Dario", "Edda", "Fynn", "Greta", "Hugo")


class BadText(ValueError):  # noqa: N818 - it is the text that is bad
    """A name or a chat text that cannot be accepted; `code` is a refusal code of the wire."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_name(raw: str) -> str:
    """A person's name in its stored form: NFC, single spaces, 1 to 24 visible characters.

    Raises `BadText` (`name_empty`, `name_too_long`, `name_characters`).
    """
    if len(raw) > 20 * MAX_NAME:
        raise BadText("name_too_long")
    name = _SPACES.sub(" ", unicodedata.normalize("NFC", raw)).strip(" ")
    visible, marks = 0, 0
    for position, character in enumerate(name):
        category = unicodedata.category(character)
        if category in _FORBIDDEN or (_UNSEEN.match(character) and not _has_use(name, position)):
            raise BadText("name_characters")
        if category == "Cf" and character not in _JOINERS:
            raise BadText("name_characters")
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            raise BadText("name_characters")
        visible += category not in ("Mn", "Me", "Cf", "Zs")
    if not visible:
        raise BadText("name_empty")
    if len(name) > 2 * MAX_NAME or sum(unicodedata.category(c) not in ("Mn", "Me", "Cf") for c in name) > MAX_NAME:
        raise BadText("name_too_long")
    return name


def _has_use(name: str, position: int) -> bool:
    """Whether the invisible character at this place does anything to its neighbours: joiners between emoji or letters
    of scripts that join, the style of a symbol, the form of a Chinese character."""
    character, before, after = name[position], name[position - 1 : position], name[position + 1 : position + 2]
    if character in _JOINERS:
        return not _plain_letter(before) and not _plain_letter(after)
    if character in _EMOJI_STYLE and before:
        return unicodedata.category(before)[0] in "NPS"
    return bool(_HAN_FORMS.match(character)) and unicodedata.name(before or " ", "").startswith("CJK ")


def _plain_letter(character: str) -> bool:
    return character.isascii() and character.isalnum()


def clean_chat(raw: str) -> str:
    """A chat text: 1 to 300 characters, spaces at its ends dropped, markup left as the plain text it is.

    Raises `BadText` (`chat_empty`, `chat_too_long`, `chat_characters`).
    """
    text = unicodedata.normalize("NFC", raw).strip()
    if len(text) > MAX_CHAT:
        raise BadText("chat_too_long")
    if any(unicodedata.category(character) in _FORBIDDEN or character in _DIRECTION for character in text):
        raise BadText("chat_characters")
    if all(character in _BLANK or unicodedata.category(character) in ("Cf", "Zs", "Mn", "Me") for character in text):
        raise BadText("chat_empty")
    return text


def same(name: str) -> frozenset[str]:
    """The spellings of a name for comparison: people take two names for the same when they have one in common.

    Both are without what cannot be seen, compatibility forms and case; the second also has Latin letters for those
    of other alphabets that look like them. (That one alone would not do: a capital Greek nu looks like an N and a small
    one like a v.)
    """
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKD", name))
    return frozenset((_folded(seen), _folded(seen.translate(_LOOKALIKES))))


def _folded(decomposed: str) -> str:
    folded = unicodedata.normalize("NFKC", decomposed.casefold())
    return "".join(character for character in folded if not character.isspace())


def unique(name: str, taken: Iterable[str]) -> str:
    """`name`, or `name (2)`, `name (3)` … where somebody among `taken` is called so already."""
    used = {spelling for other in taken for spelling in same(other)}
    label, count = name, 1
    while used & same(label):
        count += 1
        label = f"{name} ({count})"
    return label


def is_label_of(label: str, name: str) -> bool:
    """Whether a label was made from this name."""
    return label == name or (label.startswith(f"{name} (") and label.endswith(")"))
