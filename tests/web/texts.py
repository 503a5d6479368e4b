"""Reading templates and scripts for the tests of the catalogue: which keys they use, which text they spell out."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))

Text = str | Mapping[str, str]

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
# A comment, or a string in one of three kinds of quotes; strings are matched so that "//" in them starts no comment.
JS_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?P<q>[\"'])(?P<plain>(?:\\.|(?!(?P=q))[^\\\n])*)(?P=q)|`(?P<template>(?:\\.|[^`\\])*)`",
    re.DOTALL,
)
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
JINJA_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
HOLE = re.compile(r"\$\{[^}]*\}")
KEY = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_-]+)+")
CALL = re.compile(r"\b(?:t|has|pieces)\(\s*[\"']([^\"']+)[\"']\s*[,)]")
JS_CALL = re.compile(r"\bt\(\s*\"(?P<key>[^\"]+)\"\s*(?P<end>[,)])")
CLASS_BLOCK = re.compile(r"\{% block \w*class %\}.*?\{% endblock %\}")
LETTERS = re.compile(r"[A-Za-z]{2}|[぀-ヿ㐀-鿿가-힯]")
SENTENCE = re.compile(r"^[A-Z][a-z]+ [A-Za-z]|^[A-Z][a-z]+[.!?…:]$|[぀-ヿ㐀-鿿가-힯]")
READ_OUT = re.compile(r"\b(?:title|alt|placeholder|aria-label|aria-description)=\"([^\"]*)\"")
READ_OUT_JS = re.compile(
    r"[\"']?(?:title|alt|placeholder|aria-label|ariaLabel|textContent)[\"']?\s*[:=]\s*[\"']([^\"']*)[\"']"
)


class Uses(NamedTuple):
    """Keys that are named whole, and patterns of keys that are put together."""

    whole: set[str]
    patterns: list[re.Pattern[str]]

    def has(self, key: str) -> bool:
        """True when something may ask for this key."""
        return key in self.whole or any(pattern.fullmatch(key) for pattern in self.patterns)


def catalogues() -> dict[str, dict[str, Text]]:
    """Language → its texts."""
    folder = ROOT / "static" / "i18n"
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))}


def placeholders(text: Text) -> set[str]:
    """The facts a text mentions, in any of its plural forms."""
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for name in PLACEHOLDER.findall(form)}


def strings(source: str) -> Iterator[str]:
    """Every string of a script, comments left out; holes of template strings stay as they are written."""
    for token in JS_TOKEN.finditer(source):
        text = token["plain"] if token["plain"] is not None else token["template"]
        if text is None:
            continue
        yield text
        for hole in HOLE.findall(text):
            yield from strings(hole[2:-1])


def without_comments(source: str) -> str:
    """A script without its comments."""
    return JS_TOKEN.sub(lambda token: "" if token[0].startswith(("//", "/*")) else token[0], source)


def uses() -> Uses:
    """What templates and scripts ask the catalogue for."""
    found: list[str] = []
    for path in TEMPLATES:
        code = " ".join(JINJA.findall(JINJA_COMMENT.sub("", path.read_text(encoding="utf-8"))))
        found += [double or single for double, single in QUOTED.findall(code)]
    for path in SCRIPTS:
        found += strings(path.read_text(encoding="utf-8"))
    whole = {text for text in found if KEY.fullmatch(text)}
    patterns = [re.compile(re.escape(text) + r"[A-Za-z0-9_.-]+") for text in found if KEY.fullmatch(text + "x")]
    patterns = [p for p in patterns if p.pattern.endswith((r"\.[A-Za-z0-9_.-]+", r"_[A-Za-z0-9_.-]+"))]
    for text in found:
        if "${" in text and KEY.fullmatch(HOLE.sub("x", text)) and not text.startswith("${"):
            patterns.append(re.compile(r"[A-Za-z0-9_.-]+".join(re.escape(part) for part in HOLE.split(text))))
    return Uses(whole, patterns)


def asked_for() -> dict[str, str]:
    """Keys written out in calls of ``t``, ``has`` and ``pieces`` → where."""
    found = {}
    for path in TEMPLATES:
        code = " ".join(JINJA.findall(JINJA_COMMENT.sub("", path.read_text(encoding="utf-8"))))
        found.update(dict.fromkeys(CALL.findall(code), path.name))
    for path in SCRIPTS:
        found.update(dict.fromkeys(CALL.findall(without_comments(path.read_text(encoding="utf-8"))), path.name))
    return found


class Call(NamedTuple):
    """A call that asks for one text: where, which, and the names of the facts it brings."""

    where: str
    key: str
    facts: frozenset[str]


def calls() -> Iterator[Call]:
    """Calls of ``t`` in templates and scripts whose key and facts are written out."""
    jinja = Environment()
    for path in TEMPLATES:
        for call in jinja.parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            named = isinstance(call.node, nodes.Name) and call.node.name == "t" and call.dyn_kwargs is None
            if named and call.args and isinstance(call.args[0], nodes.Const):
                yield Call(path.name, call.args[0].value, frozenset(fact.key for fact in call.kwargs))
    for path in SCRIPTS:
        source = without_comments(path.read_text(encoding="utf-8"))
        for call in JS_CALL.finditer(source):
            facts = frozenset[str]() if call["end"] == ")" else names_in_object(source[call.end() :].lstrip())
            if facts is not None:
                yield Call(path.name, call["key"], facts)


def names_in_object(source: str) -> frozenset[str] | None:
    """The names in the object that a script begins with; None where it is not written out in full."""
    if not source.startswith("{"):
        return None
    parts, depth = [""], 0
    for char in source:
        depth += (char in "{[(") - (char in "}])")
        if depth == 0:
            break
        if char == "," and depth == 1:
            parts.append("")
        elif depth > 1 or char != "{":
            parts[-1] += char
    names = [part.split(":")[0].strip() for part in parts if part.strip()]
    return None if any(not name.isidentifier() for name in names) else frozenset(names)


def spelled_out_in_template(source: str) -> list[str]:
    """Visible text that a template says itself instead of asking the catalogue. Code samples may stay."""
    source = JINJA.sub(" ", CLASS_BLOCK.sub(" ", source))
    source = re.sub(r"<!--.*?-->|<(code|pre|script|style)\b.*?</\1>", " ", source, flags=re.DOTALL)
    attributes = [value for value in READ_OUT.findall(source) if LETTERS.search(value)]
    text = re.sub(r"<[^>]*>", "\n", source)
    text = re.sub(r"&[a-z#0-9]+;", " ", text)
    return attributes + [line.strip() for line in text.splitlines() if LETTERS.search(line)]


def spelled_out_in_script(source: str) -> list[str]:
    """Strings of a script that look like sentences for people, errors for developers left out."""
    source = re.sub(r"(?:Error|console\.\w+)\((?:`[^`]*`|\"[^\"]*\"|'[^']*')", "", without_comments(source))
    sentences = [text for text in strings(source) if SENTENCE.search(text)]
    return sentences + [value for value in READ_OUT_JS.findall(source) if LETTERS.search(value)]
