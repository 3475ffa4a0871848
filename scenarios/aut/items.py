"""The objects, and the words by which prompts name them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.sources import authors_list

ALL, AGC_HUMAN = "all", "agc-human"
"""Sets of objects: all of this package's, and those that people got, in a file of the authors."""


@cache
def object_sets() -> dict[str, dict[str, str]]:
    """Phrases by object (``pants``: ``a pair of pants``), of each source's set, in its order, and of ``all``."""
    sets = read_yaml(Path(__file__).parent / "items" / "objects.yaml")
    phrases = sets.pop("phrases")
    sets[ALL] = [name for names in sets.values() for name in names]
    return {key: {name: phrases[name] for name in names} for key, names in sets.items()}


def object_set(name: str) -> dict[str, str]:
    """The phrases of a set by object, in its order."""
    if name != AGC_HUMAN:
        return object_sets()[name]
    names = map(str.lower, authors_list("agc-human-items-aut", "CAP_AUT_PROMPTS"))
    return {name: object_phrase(name) for name in names}


def object_phrase(name: str) -> str:
    """The words by which a prompt names an object; for one that is in no set of this package, "a" and its name."""
    return object_sets()[ALL].get(name, f"a {name}")


def object_name(named: str) -> str:
    """The name of an object that a person or a prompt names: in lower case and without its article.

    Of what a phrase of this package names it is that object (``a pair of pants`` is ``pants``).
    """
    text = " ".join(named.lower().split())
    found = (name for name, phrase in object_sets()[ALL].items() if phrase in (text, f"a {text}"))
    return next(found, re.sub(r"^(?:an?|the) (?=\S)", "", text))


def object_names(phrase: str) -> dict[str, str]:
    """An object as the templates name it: with its article, without it, and in capitals."""
    thing = phrase.removeprefix("a ")
    return {"phrase": phrase, "thing": thing, "capitals": thing.upper()}
