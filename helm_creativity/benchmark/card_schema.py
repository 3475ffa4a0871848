"""The JSON schema of ``card.yaml``, by which editors complete keys, explain them, and mark what is wrong."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

from helm_creativity.benchmark.card import ADDS, EXTENDS, Card, lists_of_cards
from helm_creativity.benchmark.from_yaml import adapter

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The newest that editors of YAML know in whole."""

_ATTRIBUTE = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def card_schema() -> str:
    """The schema, as the text of a file. What a value must be is what ``parse_card`` asks of it by itself."""
    schema = adapter(Card).json_schema()
    _describe(schema, Card)
    hints = [part for hint in get_type_hints(Card).values() for part in get_args(hint)]
    for kind in (part for part in hints if isinstance(part, type) and is_dataclass(part)):
        _describe(schema["$defs"][kind.__name__], kind)
    schema["properties"][EXTENDS] = {
        "type": "string",
        "description": "Name of the benchmark from which this one has what its card does not say.",
    }
    schema["properties"][ADDS] = {
        "type": "object",
        "description": "What is added to lists of the benchmark that this one extends.",
        "properties": {key: {"$ref": f"#/properties/{key}"} for key in lists_of_cards()},
        "additionalProperties": False,
    }
    pair = schema["properties"]["trade_offs"]["items"]
    pair["items"] = pair.pop("prefixItems")  # as draft 07 calls it
    required = schema.pop("required")
    differs = {"if": {"required": [EXTENDS]}, "else": {"required": required, "properties": {ADDS: False}}}
    return json.dumps({"$schema": DIALECT, "title": "card.yaml", **schema, **differs}, indent=1) + "\n"


def _describe(schema: dict[str, Any], kind: type[Any]) -> None:
    text = inspect.getdoc(kind) or ""
    schema.pop("description", None)  # of some versions of pydantic, in another place
    schema |= {"additionalProperties": False, "description": text.partition("\n")[0]}
    schema.pop("title", None)
    for name, words in _ATTRIBUTE.findall(text):
        words = " ".join(words.split())
        schema["properties"][name]["description"] = words[:1].upper() + words[1:].replace("``", "`")
    for value in schema["properties"].values():
        value.pop("title", None)
