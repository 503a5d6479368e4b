"""The reference pages speak every language, and their English says what the code says."""

import re

from app.main import create_app
from app.web.reference import describe_operations, describe_protocol
from tests.web.texts import catalogues

ENGLISH = catalogues()["en"]


def documented(text: str, *keys: str) -> list[str]:
    """Complaints about one description: the first of its keys that the catalogue has must hold the same text."""
    if not text:
        return []
    found = next((key for key in keys if key in ENGLISH), None)
    if found is None:
        return [f"{keys[0]} is missing"]
    return [] if ENGLISH[found] == text else [f"{found} differs from the code: {text}"]


def test_every_message_of_the_wire_is_described_in_the_catalogue() -> None:
    groups = describe_protocol()
    wrong = []
    for group in ("client", "server", "shared"):
        for message in groups[group]:
            key = f"protocol.doc.{message['name']}"
            wrong += documented(message["text"], key, f"{key}.{group}")
            for field in message["fields"]:
                wrong += documented(field["text"], f"{key}.{field['name']}", f"protocol.doc.field.{field['name']}")
    assert wrong == []


def test_every_call_of_the_api_is_described_in_the_catalogue() -> None:
    wrong = []
    for call in describe_operations(create_app().openapi()):
        name = (call["method"].lower() + call["path"].replace("/", "_")).translate({ord("{"): None, ord("}"): None})
        wrong += documented(call["summary"], f"api.summary.{name}")
        wrong += documented(call["text"], f"api.doc.{name}")
        fields = [*call["parameters"], *(call["body"] or ())]
        fields += [field for answer in call["responses"] for field in answer["fields"]]
        for field in fields:
            wrong += documented(field["text"], f"api.doc.{name}.{field['name']}", f"api.doc.field.{field['name']}")
        wrong += [
            f"api.answer.{answer['status']} is missing"
            for answer in call["responses"]
            if f"api.answer.{answer['status']}" not in ENGLISH
        ]
    assert wrong == []


def test_no_description_stands_for_something_that_is_gone() -> None:
    groups = describe_protocol()
    names = {message["name"] for group in ("client", "server", "shared") for message in groups[group]}
    owners = {re.sub(r"^protocol\.doc\.", "", key).split(".")[0] for key in ENGLISH if key.startswith("protocol.doc.")}
    assert owners - names == {"field"}
