"""The message catalogue: complete in every language, nothing missing or left over, nothing spelled out elsewhere."""

from pathlib import Path

import pytest
from babel import Locale

from app import protocol
from app.rules.registry import GAMES
from app.web.refusals import STATUS
from tests.web.texts import (
    KEY,
    ROOT,
    SCRIPTS,
    TEMPLATES,
    asked_for,
    calls,
    catalogues,
    names_in_object,
    placeholders,
    spelled_out_in_script,
    spelled_out_in_template,
    uses,
)

CATALOGUES = catalogues()
ENGLISH = CATALOGUES["en"]
OTHERS = sorted(CATALOGUES.keys() - {"en"})

ERRORS = {f"error.{code}{part}" for code in STATUS for part in ("", ".title")}
ASKED_BY_PYTHON = (*ERRORS, "refused.", "illegal.", "option.", "preset.", "game.", "guest.names", "page.language_now")
"""Keys that Python code asks for, or puts together from names that the tests below go through."""


def test_english_and_japanese_are_there() -> None:
    assert {"en", "ja"} <= CATALOGUES.keys()


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_keys(lang: str) -> None:
    assert sorted(ENGLISH.keys() ^ CATALOGUES[lang].keys()) == []


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_mentions_the_same_facts(lang: str) -> None:
    other = CATALOGUES[lang]
    shared = ENGLISH.keys() & other.keys()
    # A language without plurals may well leave the number out of "one" and "other" alike; a fact it invents is wrong.
    differing = [key for key in sorted(shared) if (placeholders(other[key]) ^ placeholders(ENGLISH[key])) - {"n"}]
    assert differing == []


@pytest.mark.parametrize("lang", sorted(CATALOGUES))
def test_plural_texts_have_exactly_the_forms_of_their_language(lang: str) -> None:
    forms = {*Locale.parse(lang).plural_form.tags, "other"}
    wrong = [key for key, text in CATALOGUES[lang].items() if not isinstance(text, str) and text.keys() != forms]
    assert wrong == []


@pytest.mark.parametrize("lang", sorted(CATALOGUES))
def test_no_text_is_empty(lang: str) -> None:
    forms = {key: [text] if isinstance(text, str) else [*text.values()] for key, text in CATALOGUES[lang].items()}
    assert [key for key, texts in forms.items() if not all(text.strip() for text in texts)] == []


@pytest.mark.parametrize("lang", sorted(CATALOGUES))
def test_no_text_holds_markup(lang: str) -> None:
    forms = {key: [text] if isinstance(text, str) else [*text.values()] for key, text in CATALOGUES[lang].items()}
    assert [key for key, texts in forms.items() if any("</" in text or "&nbsp;" in text for text in texts)] == []


def test_every_key_that_is_asked_for_is_there() -> None:
    missing = {key: where for key, where in asked_for().items() if KEY.fullmatch(key) and key not in ENGLISH}
    assert missing == {}


def test_every_call_brings_the_facts_that_its_text_mentions() -> None:
    missing = [(call, placeholders(ENGLISH.get(call.key, "")) - call.facts) for call in calls()]
    assert [(call.where, call.key, *facts) for call, facts in missing if facts] == []
    assert len(missing) > 500, "calls are no longer found"


def test_a_call_without_a_fact_is_noticed() -> None:
    assert names_in_object("{ a, b: f(1, { c }), d: [2, 3] })") == {"a", "b", "d"}
    assert names_in_object("{ ...rest, a })") is None
    assert names_in_object("facts)") is None


def test_no_key_is_left_over() -> None:
    used = uses()
    assert [key for key in ENGLISH if not key.startswith(ASKED_BY_PYTHON) and not used.has(key)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_rule_that_can_refuse_an_action_has_its_words(game: object) -> None:
    rules = GAMES[game.name].refusals  # type: ignore[attr-defined]
    assert [f"illegal.{rule}" for rule in rules if f"illegal.{rule}" not in ENGLISH] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_words_of_a_rule_mention_only_facts_it_has(game: object) -> None:
    rules = GAMES[game.name].refusals  # type: ignore[attr-defined]
    wrong = {r: placeholders(ENGLISH.get(f"illegal.{r}", "")) - {*facts} for r, facts in rules.items()}
    assert {rule: facts for rule, facts in wrong.items() if facts} == {}


def test_there_are_no_words_for_rules_of_no_game() -> None:
    rules = {f"illegal.{rule}" for game in GAMES.values() for rule in game.refusals}
    assert [key for key in ENGLISH if key.startswith("illegal.") and key not in rules] == []


def test_every_code_of_the_wire_has_its_words() -> None:
    assert {key for key in ENGLISH if key.startswith("refused.")} == {f"refused.{code}" for code in protocol.REFUSALS}


def test_every_refusal_of_the_pages_and_the_api_has_its_words() -> None:
    assert sorted(ERRORS - ENGLISH.keys()) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_option_and_preset_of_a_game_has_its_words(name: str) -> None:
    game = GAMES[name]
    wanted = {f"game.{name}", *(f"preset.{name}.{preset}" for preset in game.presets)}
    for option in game.options:
        wanted.add(f"option.{name}.{option.name}")
        if option.kind != "number":
            wanted |= {f"option.{name}.{option.name}.{value}" for value in option.values}
    assert sorted(wanted - ENGLISH.keys()) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_heading_under_which_a_game_shows_its_options_has_its_words(name: str) -> None:
    groups = {option.group for option in GAMES[name].options} - {"match"}
    assert [g for g in groups if not {f"new.group.{g}", f"new.group.{name}.{g}"} & ENGLISH.keys()] == []


@pytest.mark.parametrize("name", GAMES)
def test_there_are_no_words_for_options_that_a_game_does_not_have(name: str) -> None:
    options = {option.name: {*map(str, option.values), "help"} for option in GAMES[name].options}
    found = [key.split(".")[2:] for key in ENGLISH if key.startswith(f"option.{name}.")]
    assert [parts for parts in found if parts[0] not in options or not {*parts[1:]} <= options[parts[0]]] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_says_nothing_itself(path: Path) -> None:
    assert spelled_out_in_template(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_script_says_nothing_itself(path: Path) -> None:
    assert spelled_out_in_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "<p>Hello {{ name }}</p>",
        '<button title="Close">{{ icon }}</button>',
        '<input placeholder="Your name">',
        "<p>{{ t('a.b') }} あ</p>",
    ],
)
def test_text_in_a_template_is_noticed(source: str) -> None:
    assert spelled_out_in_template(source) != []


@pytest.mark.parametrize(
    "source",
    [
        'h("p", null, "Your turn")',
        "node.textContent = 'wait'",
        'h("a", { title: "open" })',
        'say("出せません")',
        "say('Sorry!')",
    ],
)
def test_text_in_a_script_is_noticed(source: str) -> None:
    assert spelled_out_in_script(source) != []


@pytest.mark.parametrize(
    "source",
    [
        'h("p", { class: "wide note" }, t("table.turn"))',
        "// Your turn",
        'throw new Error("No such thing")',
        'key("ArrowLeft")',
    ],
)
def test_a_scripts_own_words_are_no_text(source: str) -> None:
    assert spelled_out_in_script(source) == []
