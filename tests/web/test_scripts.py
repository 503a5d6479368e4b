"""What scripts and templates may not do, so that the content-security-policy can stay strict."""

import re
from pathlib import Path

import pytest

from tests.web.texts import ROOT, SCRIPTS, TEMPLATES, without_comments

MARKUP_FROM_TEXT = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment")
CODE_FROM_TEXT = re.compile(r"\beval\(|new Function\(|setTimeout\(\s*[\"'`]|setAttribute\(\s*[\"'](?:style|on)")
INLINE = re.compile(r"<style\b|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\bsrc=)(?![^>]*application/json)")
FOREIGN = re.compile(r"(?:src|href|action)=\"(?:https?:)?//|import [^;]*[\"']https?:|fetch\([\"']https?:")


def name(path: Path) -> str:
    """The path below the project, as the name of a test."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_makes_no_markup_and_no_code_from_text(path: Path) -> None:
    source = without_comments(path.read_text(encoding="utf-8"))
    assert [found[0] for pattern in (MARKUP_FROM_TEXT, CODE_FROM_TEXT) for found in pattern.finditer(source)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_has_nothing_inline(path: Path) -> None:
    assert INLINE.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", [*SCRIPTS, *TEMPLATES], ids=name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    assert FOREIGN.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_never_switches_escaping_off(path: Path) -> None:
    assert re.findall(r"\|\s*safe\b|autoescape", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source", ["node.innerHTML = text", "document.write(text)", "eval(text)", 'node.setAttribute("style", text)']
)
def test_a_forbidden_call_is_noticed(source: str) -> None:
    assert MARKUP_FROM_TEXT.search(source) or CODE_FROM_TEXT.search(source)


@pytest.mark.parametrize("source", ["<script>go()</script>", '<p style="color: red">', '<a onclick="go()">', "<style>"])
def test_something_inline_is_noticed(source: str) -> None:
    assert INLINE.search(source)
