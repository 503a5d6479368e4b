"""What the reference pages show: the wire's messages and the API's operations, from their schemas."""

import json
from collections.abc import Mapping
from typing import Any

from app import protocol

Schema = Mapping[str, Any]
METHODS = ("get", "post", "patch", "put", "delete")


def describe_protocol() -> dict[str, Any]:
    """The messages by direction, the codes of refusals and the schema as text, for ``protocol.html``."""
    documents = [
        {**message._asdict(), "name": message.type, "fields": [field._asdict() for field in message.fields]}
        for message in protocol.messages()
    ]
    return {
        "client": [document for document in documents if document["direction"] == "client"],
        "server": [document for document in documents if document["direction"] == "server"],
        "shared": [document for document in documents if document["direction"] == "view"],
        "refusals": list(protocol.REFUSALS),
        "schema": json.dumps(protocol.schema(), indent=1, ensure_ascii=False),
    }


def describe_operations(openapi: Schema) -> list[dict[str, Any]]:
    """Every operation of an OpenAPI description, flattened to what a page needs."""
    return [
        _operation(openapi, method, path, operation)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def _operation(openapi: Schema, method: str, path: str, operation: Schema) -> dict[str, Any]:
    body = operation.get("requestBody")
    return {
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "text": operation.get("description", ""),
        "parameters": [
            {
                "name": parameter["name"],
                "in": parameter["in"],
                "required": parameter.get("required", False),
                "type": type_in_words(parameter["schema"]),
                "text": parameter.get("description", ""),
            }
            for parameter in operation.get("parameters", ())
        ],
        "body": None if body is None else _fields(openapi, _json_schema(body)),
        "responses": [
            {"status": status, "text": answer["description"], "fields": _fields(openapi, _json_schema(answer))}
            for status, answer in operation["responses"].items()
        ],
    }


def _json_schema(holder: Schema) -> Schema:
    schema: Schema = holder.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _fields(openapi: Schema, schema: Schema) -> list[dict[str, Any]]:
    """The fields of a schema that is an object, or of the one it refers to."""
    if "$ref" in schema:
        schema = openapi["components"]["schemas"][_name_of(schema)]
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "type": type_in_words(part),
            "required": name in required,
            "text": part.get("description", ""),
        }
        for name, part in schema.get("properties", {}).items()
    ]


def _name_of(schema: Schema) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def type_in_words(schema: Schema) -> str:
    """A JSON schema type in short words: ``string or null``, ``list of PresetOut``."""
    if "$ref" in schema:
        return _name_of(schema)
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(type_in_words(choice) for choice in schema["anyOf"])
    kind = schema.get("type", "any value")
    if kind == "array":
        return f"list of {type_in_words(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {type_in_words(schema['additionalProperties'])}"
    return str(kind)
