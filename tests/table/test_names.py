"""Names: what may be shown, and what counts as the same."""

import pytest

from app.table.names import BadText, clean_name, unique


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Mina", "Mina"),
        ("  Mina \u3000 Kim ", "Mina Kim"),
        ("e\u0301", "é"),
        ("민아", "민아"),
        ("ミナ", "ミナ"),
        ("👩‍👧", "👩‍👧"),
        ("<script>", "<script>"),
        ("x" * 24, "x" * 24),
        ("\u2764\ufe0f Mina", "\u2764\ufe0f Mina"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\u06cc\u200c\u0645", "\u06cc\u200c\u0645"),
        ("\u845b\U000e0100\u57ce", "\u845b\U000e0100\u57ce"),
    ],
)
def test_a_name_is_stored_in_one_form(raw: str, name: str) -> None:
    assert clean_name(raw) == name


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "name_empty"),
        (" \u3000 ", "name_empty"),
        ("\u200d\u200c", "name_empty"),
        ("x" * 25, "name_too_long"),
        ("x" * 100_000, "name_too_long"),
        ("a\nb", "name_characters"),
        ("a\tb", "name_characters"),
        ("a\x00", "name_characters"),
        ("a\u202eb", "name_characters"),
        ("a\u2066b", "name_characters"),
        ("a\u200bb", "name_characters"),
        ("\ufeffa", "name_characters"),
        ("a\u2028b", "name_characters"),
        ("\u3164", "name_characters"),
        ("\u2800", "name_characters"),
        ("\ud800", "name_characters"),
        ("Mina\u034f", "name_characters"),
        ("Mina\ufe0f", "name_characters"),
        ("Mi\u180bna", "name_characters"),
        ("Mi\U000e0100na", "name_characters"),
        ("\ufe0f", "name_characters"),
        ("Mi\u200dna", "name_characters"),
        ("Mi\u00adna", "name_characters"),
        ("\ue000", "name_characters"),
        ("Z\u0351\u0352\u0357\u035b\u0363", "name_characters"),
    ],
)
def test_absurd_names_are_refused(raw: str, code: str) -> None:
    with pytest.raises(BadText) as refusal:
        clean_name(raw)
    assert refusal.value.code == code


def test_a_name_nobody_has_stays_as_it_is() -> None:
    assert unique("Mina", ["Toma"]) == "Mina"


def test_the_lowest_free_number_is_added() -> None:
    assert unique("Mina", ["mina", "Mina (2)", "MINA (3)"]) == "Mina (4)"


def test_case_width_and_ligatures_do_not_make_a_name_different() -> None:
    assert unique("STRASSE", ["straße"]) == "STRASSE (2)"
    assert unique("ﬁn", ["FIN"]) == "ﬁn (2)"


UNSEEN = "\u00ad\u034f\u115f\u1160\u180b\u180f\u200b\u200c\u200d\u2060\u2800\u3164"
UNSEEN += "\ufe00\ufe0f\ufeff\uffa0\U000e0100\U000e01ef"


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_cannot_be_seen_does_not_make_a_name_different(unseen: str) -> None:
    assert unique(f"Mi{unseen}na", ["Mina"]) == f"Mi{unseen}na (2)"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("M\u0456na", "Mina"),  # Cyrillic i
        ("\u041c\u0456n\u0430", "MINA"),  # Cyrillic M, i, a
        ("\u039c\u0399\u039d\u0391", "mina"),  # all Greek capitals
        ("\u03bdera", "vera"),  # small nu
        ("Zo\u0451", "Zo\u00eb"),  # with two dots
        ("\u041a\u041e\u0422", "kot"),
        ("m\u0131na", "Mina"),  # without a dot
    ],
    ids=ascii,
)
def test_letters_of_other_alphabets_that_look_the_same_do_not_make_a_name_different(name: str, other: str) -> None:
    assert (unique(name, [other]), unique(other, [name])) == (f"{name} (2)", f"{other} (2)")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c2"),
        ("\u041d\u0418\u041d\u0410", "\u043d\u0438\u043d\u0430"),
    ],
    ids=ascii,
)
def test_case_is_ignored_in_other_alphabets_too(name: str, other: str) -> None:
    assert unique(name, [other]) == f"{name} (2)"


def test_names_that_look_different_are_left_alone() -> None:
    assert unique("Vina", ["Nina", "\u041c\u0438\u043d\u0430", "Mina"]) == "Vina"
