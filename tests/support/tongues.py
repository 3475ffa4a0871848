"""Word vectors of twelve languages at right angles, and replies to the S-DAT."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from helm_creativity.benchmark.loading import get_benchmark

BENCHMARK = get_benchmark("sdat").folder
LANGUAGES = get_benchmark("sdat").options["items"].allowed
SORRY = "I'm sorry, but I can't help with that."
# A Latin letter and a kana have vectors here, so that only the word rule can refuse them.
LETTERS = ["x", "か"]


def nouns():
    """The table: a noun by language, and by constraint 1 where it obeys it."""
    return get_benchmark("sdat").reference.nouns


def words(language: str, n: int, start: int = 0) -> list[str]:
    """Nouns of a language, from the table."""
    return [noun[language] for noun in nouns()[start : start + n]]


def directions() -> dict[str, int]:
    """The table's words with the number of their concept, equal for translations.

    A word that means two concepts in two languages has a number of its own, so that no two words of one language agree.
    """
    meanings: dict[str, set[int]] = defaultdict(set)
    for number, noun in enumerate(nouns()):
        for word in (noun[language] for language in LANGUAGES):
            meanings[word.lower()].add(number)
    for text in LETTERS:
        meanings[text] = set()
    numbers: dict[str, int] = {}
    free = len(nouns())
    for word, found in meanings.items():
        numbers[word] = min(found) if len(found) == 1 else free
        free += len(found) != 1
    return numbers


def write_vectors(path: Path, numbers: dict[str, int]) -> None:
    """A file of word vectors: a one at the word's number, zeros elsewhere."""
    zeros = ["0"] * (1 + max(numbers.values()))
    with path.open("w", encoding="utf-8") as file:
        for word, number in numbers.items():
            file.write(f"{word} {' '.join([*zeros[:number], '1', *zeros[number + 1 :]])}\n")
