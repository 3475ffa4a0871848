"""The objects, and the words by which prompts name them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.core.authors_prompts import authors_list
from helm_creativity.io.yaml_files import read_yaml

_ARTICLE = re.compile(r"^(?:an?|the) (?=\S)")
ALL, AGC_HUMAN = "all", "agc-human"
"""Sets of objects: all of this package's, and those that people got, in a file of the authors."""


class EverydayObject(NamedTuple):
    """An object: its name, and the words by which a prompt names it (``pants``, ``a pair of pants``)."""

    name: str
    phrase: str


@cache
def object_sets() -> dict[str, tuple[EverydayObject, ...]]:
    """Sets of objects by name: each source's own, in its order, and ``all`` of them, each once."""
    read = read_yaml(Path(__file__).parent / "items" / "objects.yaml")
    phrases: dict[str, str] = read.pop("phrases")
    sets: dict[str, list[str]] = read
    sets[ALL] = list(dict.fromkeys(name for names in sets.values() for name in names))
    return {key: tuple(EverydayObject(name, phrases[name]) for name in names) for key, names in sets.items()}


def object_set(name: str) -> tuple[EverydayObject, ...]:
    """The objects of a set, in its order."""
    if name == AGC_HUMAN:
        names = authors_list("agc-human-items-aut", "CAP_AUT_PROMPTS")
        return tuple(EverydayObject(name.lower(), object_phrase(name.lower())) for name in names)
    return object_sets()[name]


@cache
def object_phrase(name: str) -> str:
    """The words by which a prompt names an object; for one that is in no set of this package, "a" and its name."""
    return next((thing.phrase for thing in object_sets()[ALL] if thing.name == name), f"a {name}")


def object_name(named: str) -> str:
    """The name of an object that a person or a prompt names: in lower case and without its article.

    Of what a phrase of this package names it is that object (``a pair of pants`` is ``pants``).
    """
    text = " ".join(named.lower().split())
    for phrase in (text, f"a {text}"):
        for thing in object_sets()[ALL]:
            if thing.phrase.lower() == phrase:
                return thing.name
    return _ARTICLE.sub("", text)


def object_names(phrase: str) -> dict[str, str]:
    """An object as the templates name it: with its article, without it, and in capitals."""
    thing = phrase.removeprefix("a ")
    return {"phrase": phrase, "thing": thing, "capitals": thing.upper()}
