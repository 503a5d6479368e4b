"""Texts in the visitor's language.

One flat catalogue per language, ``static/i18n/<lang>.json``: key → text, or key → {plural form → text} with the plural
names of CLDR (the same that ``Intl.PluralRules`` uses in the browser), chosen by the fact ``n``. ``{name}`` stands for
a fact. ``static/js/i18n.js`` does the same with the same files.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from babel import Locale
from babel.lists import format_list

Text = str | Mapping[str, str]
Fact = str | int | float | Sequence[str]
Translate = Callable[..., str]

DEFAULT_LANGUAGE = "en"
HEADER_LENGTH_LIMIT = 500
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
CARD = re.compile(r"[2-9TJQKA][SHDC]")
log = logging.getLogger(__name__)

WHOLE_CARDS = {"JK": "card.JK", "??": "card.hidden"}


class Catalogue:
    """All texts in all languages.

    :param folder: where the ``<lang>.json`` files are
    :param fresh: read the files anew for every page (for people who work on texts)
    """

    def __init__(self, folder: Path, fresh: bool = False) -> None:
        self._folder = folder
        self._fresh = fresh
        self._texts: dict[str, dict[str, Text]] = {}
        self._plurals: dict[str, Callable[[float], str]] = {}
        self.languages: tuple[str, ...] = ()
        self._read()

    def _read(self) -> None:
        for file in sorted(self._folder.glob("*.json")):
            self._texts[file.stem] = json.loads(file.read_text(encoding="utf-8"))
            self._plurals[file.stem] = Locale.parse(file.stem).plural_form
        others = sorted(self._texts.keys() - {DEFAULT_LANGUAGE})
        self.languages = (DEFAULT_LANGUAGE, *others)

    def has(self, lang: str, key: str) -> bool:
        """True when there is a text for the key, in that language or in English."""
        return key in self._texts.get(lang, {}) or key in self._texts.get(DEFAULT_LANGUAGE, {})

    def text(self, lang: str, key: str, **facts: Fact) -> str:
        """The text of ``key`` with its facts filled in.

        English stands in for a missing text and the key itself for a missing English one, so that a page never fails.
        A key without any text and a fact that the call leaves out are mistakes of ours: they are logged as errors,
        which no test lets pass.
        """
        found_in = lang if key in self._texts.get(lang, {}) else DEFAULT_LANGUAGE
        text = self._texts.get(found_in, {}).get(key)
        if text is None:
            log.error("no text: %s", key)
            text = key
        if isinstance(text, Mapping):
            number = facts.get("n", 0)
            form = self._plurals[found_in](number if isinstance(number, int | float) else 0)
            text = text.get(form) or text["other"]
        if missing := {*PLACEHOLDER.findall(text)} - facts.keys():
            log.error("%s: no fact %s", key, ", ".join(sorted(missing)))
        return PLACEHOLDER.sub(lambda match: self._shown(lang, match, facts), text)

    def translator(self, lang: str) -> Translate:
        """``t(key, **facts)`` for one language."""
        if self._fresh:
            self._read()
        return lambda key, **facts: self.text(lang, key, **facts)

    def language_names(self) -> list[dict[str, str]]:
        """``[{"code", "name"}…]``, each language under its own name, for the menu."""
        return [{"code": lang, "name": self.text(lang, "page.language_now")} for lang in self.languages]

    def _shown(self, lang: str, match: re.Match[str], facts: Mapping[str, Fact]) -> str:
        """A fact as people read it; suits and cards get their names. An unknown fact leaves its placeholder."""
        name = match[1]
        if name not in facts:
            return match[0]
        value = facts[name]
        if name.startswith("suit") and isinstance(value, str):
            return self.text(lang, f"suit.{value}")
        card = name.startswith("card") or name == "mighty"
        if isinstance(value, str):
            return self.card(lang, value) if card else value
        if isinstance(value, Sequence):
            return format_list([self.card(lang, part) if card else part for part in value], locale=lang)
        return str(value)

    def card(self, lang: str, card: str) -> str:
        """The name of a card, ``AS`` → "ace of spades"; anything that is no card is left alone."""
        if card in WHOLE_CARDS:
            return self.text(lang, WHOLE_CARDS[card])
        if not CARD.fullmatch(card):
            return card
        return self.text(lang, "card.of", rank=self.text(lang, f"rank.{card[0]}"), suit=card[1])


def negotiate(chosen: str | None, accept_language: str, languages: Sequence[str]) -> str:
    """The language to answer in: the visitor's own choice, else the browser's wishes in their order, else English."""
    if chosen in languages:
        return str(chosen)
    wishes: list[tuple[float, int, str]] = []
    for position, part in enumerate(accept_language[:HEADER_LENGTH_LIMIT].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), position, tag.split("-")[0].lower()))
        except ValueError:
            continue
    for weight_, _, tag in sorted(wishes):
        if tag in languages and weight_ < 0:
            return tag
    return DEFAULT_LANGUAGE
