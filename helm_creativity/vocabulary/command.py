"""What ``helm-creativity score`` takes for the benchmarks over words, beside files."""

from __future__ import annotations

import argparse
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer
from helm_creativity.rooms import Card, Row
from helm_creativity.rooms.rows import words_of


def add_word_arguments(parser: argparse.ArgumentParser, card: Card, dictionary: str = "none") -> None:
    """Embedding, protocol and dictionary; people's answers come with the dictionary that the user names."""
    add_embedding(parser)
    parser.add_argument("--protocol", default=card.default_protocol, choices=sorted(card.protocols))
    parser.add_argument(
        "--dictionary",
        metavar="NAME",
        default=dictionary,
        help="only its words count: a file with one word a line, olson2021 (that test's own), wordnet (its nouns), or "
        f"none: all that have a vector (default: {dictionary})",
    )


def add_embedding(parser: argparse.ArgumentParser) -> None:
    """The one argument without a default: scores under different vectors are different measurements."""
    parser.add_argument("--embedding", required=True, help="builtin, glove-840b, sbert-mpnet, a+b for an ensemble, ...")


def fields_of(record: dict[str, Any], names: tuple[str, ...] = ()) -> Row:
    """A row from an object with ``words`` (a list, or text separated by commas) or ``response`` (text).

    Args:
        record: one object of the user's file.
        names: further fields that the benchmark needs, texts that must be there.

    Raises:
        BadArguments: when one is missing, or it is of the wrong kind.
    """
    fields = {name: text_of(record, name) for name in names}
    if record.get("words") not in (None, ""):
        return Row(None, {**fields, "words": words_of(record["words"])})
    if "response" not in record and "words" not in record:
        raise BadArguments(f"expected a field response or words, got {sorted(record)}")
    response = record.get("response")
    if response is not None and not isinstance(response, str):
        raise BadArguments(f"response must be text, got {response!r}")
    return Row(Answer(response or ""), fields)


def text_of(record: dict[str, Any], name: str) -> str:
    """The text in a field that must be there."""
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadArguments(f"expected a text in the field {name}, got {value!r}")
    return value.strip()
