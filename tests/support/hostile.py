"""Texts that are no answer, whatever was asked, by kind."""

from __future__ import annotations

import base64
import random
import string
import uuid
from collections.abc import Callable
from pathlib import Path

import yaml

from helm_creativity.embeddings.builtin import builtin

Draw = Callable[[random.Random], str]

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
N = 50
"""Texts of each kind that is drawn."""
GIVEN = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))


def _rolled(draw: random.Random) -> str:
    """Neighbouring keys, forth and back."""
    runs = (draw.choice(ROWS)[:: draw.choice((1, -1))] for _ in range(30))
    return " ".join(run[draw.randint(0, 2) :] for run in runs)


def _typed(letters: str, shortest: int, longest: int, n: int) -> Draw:
    return lambda draw: " ".join("".join(draw.choices(letters, k=draw.randint(shortest, longest))) for _ in range(n))


def _nouns(n: int) -> Draw:
    return lambda draw: " ".join(draw.choices(builtin().nouns, k=n))


def _listed(write: Draw) -> Draw:
    return lambda draw: "\n".join(f"{number}. {write(draw)}" for number in range(1, 11))


def _base64(write: Callable[[random.Random], bytes]) -> Draw:
    return lambda draw: base64.b64encode(write(draw)).decode()


DRAWN: dict[str, Draw] = {
    "base64": _base64(lambda draw: draw.randbytes(300)),
    "base64 in lines": lambda draw: base64.encodebytes(draw.randbytes(300)).decode(),
    "base64 behind words": lambda draw: f"Sure! Here it is:\n\n{base64.b64encode(draw.randbytes(300)).decode()}",
    "base64 of a text": _base64(lambda draw: _nouns(60)(draw).encode()),
    "base64 in a list": _listed(_base64(lambda draw: draw.randbytes(15))),
    "hex": lambda draw: draw.randbytes(200).hex(),
    "UUIDs in a list": _listed(lambda draw: str(uuid.UUID(bytes=draw.randbytes(16)))),
    "mashed keys": _typed("asdfjkl;ghasdfjklewio", 3, 9, 40),
    "mashed keys in rows": _rolled,
    "mashed keys without spaces": lambda draw: "".join(
        "".join(draw.choices(draw.choice(ROWS), k=4)) for _ in range(60)
    ),
    "mashed keys in a list": _listed(lambda draw: "".join(draw.choices("asdfghjkl", k=8))),
    "random letters": _typed(string.ascii_lowercase, 2, 10, 60),
    "random printable": lambda draw: "".join(draw.choices(string.printable, k=400)),
    "random bytes": lambda draw: draw.randbytes(400).decode("utf-8", "replace"),
    "one word over and over": lambda draw: " ".join([draw.choice(builtin().nouns)] * draw.randint(20, 500)),
    "three words over and over": lambda draw: " ".join(draw.choices(builtin().nouns, k=3)) * 40,
}
FIXED = {
    "no value": [*GIVEN["no value"], "NaN Infinity " * 40],
    "error pages": GIVEN["error pages"],
    "lorem ipsum": GIVEN["lorem ipsum"],
    "a line over and over": ["A doorstop for windy days.\n" * 60],
}
OF_WORDS: dict[str, tuple[str, ...]] = {
    "digits of pi": (GIVEN["pi"], " ".join(GIVEN["pi"])),
    "emoji spam": ("🎉" * 60, "🎉 🚀 ✨ " * 30, "😀😂🤣😊😍" * 10),
    "the alphabet": (" ".join(string.ascii_lowercase), string.ascii_lowercase * 3, ", ".join(string.ascii_uppercase)),
    "hex in pairs": tuple(random.Random(number).randbytes(200).hex(" ") for number in range(N)),
    "punctuation": ("!@#$%^&*()_+{}|:<>?" * 5, ". . . . . . . . . . . . . . . . . . . . . . . . . ."),
    "minified code": (GIVEN["minified"],),
}
"""No answer where one consists of words."""
OF_PROSE: dict[str, Draw] = {
    "60 random words": _nouns(60),
    "10,000 random words": _nouns(10_000),
    "200 random words with commas": lambda draw: ", ".join(draw.choices(builtin().nouns, k=200)),
}
"""No answer where one consists of sentences; lists may hold any nouns."""


def everywhere() -> dict[str, list[str]]:
    """Texts that are no answer to anything, by kind."""
    return _drawn(DRAWN) | FIXED


def without_words() -> dict[str, list[str]]:
    """Texts that could be an answer only where an emoji, a number or code can."""
    return {kind: list(texts) for kind, texts in OF_WORDS.items()}


def without_sentences() -> dict[str, list[str]]:
    """Texts that are no prose."""
    return _drawn(OF_PROSE)


def _drawn(kinds: dict[str, Draw]) -> dict[str, list[str]]:
    return {
        kind: [write(random.Random(f"{kind} {number}")) for number in range(N if "10,000" not in kind else 3)]
        for kind, write in kinds.items()
    }
