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
