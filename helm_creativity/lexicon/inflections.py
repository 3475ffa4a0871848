"""Inflected forms of a word: what a response may not contain beside the word itself."""

from __future__ import annotations

from functools import lru_cache

from helm_creativity.embeddings.builtin import builtin

_VOWELS = frozenset("aeiou")


@lru_cache(maxsize=4096)
def inflected_forms(word: str) -> frozenset[str]:
    """The word with the endings of English inflection: plural and third person, past, -ing.

    Spelling follows the rules (``fire``: fires, fired, firing; ``anger``: angers, angered; ``dry``: dries, dried;
    ``skin``: skinned). Irregular plurals are WordNet's, see ``is_inflection``; derivations (``rocky``) and compounds
    (``bedrock``) are other words.
    """
    forms = {word, word + "s", word + "ed", word + "ing"}
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        forms.add(word + "es")
    if word.endswith("e"):
        forms |= {word + "d", word[:-1] + "ing"}
    if len(word) > 2 and word.endswith("y") and word[-2] not in _VOWELS:
        forms |= {word[:-1] + "ies", word[:-1] + "ied"}
    if len(word) > 2 and word[-1] not in _VOWELS | set("wxy") and word[-2] in _VOWELS and word[-3] not in _VOWELS:
        forms |= {word + word[-1] + "ed", word + word[-1] + "ing"}
    return frozenset(forms)


@lru_cache(maxsize=100_000)
def is_inflection(word: str, other: str) -> bool:
    """Whether the words differ in nothing but inflection and case."""
    word, other = word.lower(), other.lower()
    if word[:1] != other[:1]:  # inflection, irregular plurals included, leaves the first letter
        return False
    if word in inflected_forms(other) or other in inflected_forms(word):
        return True
    return builtin().lemma(word) == other or builtin().lemma(other) == word
