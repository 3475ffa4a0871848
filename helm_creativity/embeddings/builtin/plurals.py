"""Singulars of English plurals by the detachment rules for nouns of WordNet's ``morphy``.

The rules are facts of WordNet 3.0 (manual page morphy(7WN)); irregular plurals are in ``plurals.txt``, made from its
list of exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator

ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
)


def lemmas(word: str) -> Iterator[str]:
    """Possible singulars of ``word``, in the order of the rules. Words in -ss are no plurals."""
    if word.endswith("ss"):
        return
    for ending, singular in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            yield word[: -len(ending)] + singular
