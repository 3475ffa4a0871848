"""Whether responses are in the language of the word vectors under which they are scored.

A text in another language has a few words that a table knows by chance ("hand", "water"), so a part of its responses
would get scores that mean nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from helm_creativity.benchmark.rows.cells import list_in
from helm_creativity.benchmark.rows.scored import BATCH
from helm_creativity.embeddings.registry import load_tables
from helm_creativity.embeddings.specs import CATALOGUE
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.word_files import FUNCTION_WORDS
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.protocols import Embedding
    from helm_creativity.benchmark.settings import Settings

NOTICED = 0.25
"""Share of words without a vector above which it is said. Of 33,112 English responses by people (Organisciak et al.
2023) 1.5 % lack one in the built-in table, in draws of 20 responses at most 13 %, of a participant with 20 words or
more at most 19 %. Of 30 uses in Dutch, German, French or Spanish 73 to 88 % lack one.
"""
REFUSED = 0.5
"""Share above which nothing is scored, unless that is asked for."""
LEAST_NOTICED = 20
"""Words that a file must have before anything is said of it."""
LEAST_REFUSED = 100
"""Words that a file must have before it is refused."""

LEAST_IN_ROW = 4
"""Words that a response must have before its language is asked about."""
_SHOWN = 5

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def content_words(texts: Iterable[str]) -> Counter[str]:
    """How often each word occurs, as written, without English function words and Latin words of one or two letters.

    A word is a run of letters; at apostrophes it is parted ("l'eau" is "eau"), unless it is a function word ("don't").
    """
    found = Counter[str]()
    for word, n in Counter(chain.from_iterable(map(_WORD.findall, texts))).items():
        if word.lower().replace("’", "'") in FUNCTION_WORDS:
            continue
        for part in re.split("['’]", word) if "'" in word or "’" in word else [word]:
            if (len(part) > 2 or not part.isascii()) and part.lower() not in FUNCTION_WORDS:
                found[part] += n
    return found


def unknown_words(embedding: Embedding, words: Mapping[str, int]) -> float:
    """Share of words, each as often as it occurs, without a vector as written or in lower case; 0 without words."""
    texts = list(words)
    known = embedding.knows(texts) | embedding.knows([text.lower() for text in texts]) if texts else ()
    unknown = sum(words[text] for text, there in zip(texts, known, strict=True) if not there)
    return unknown / max(sum(words.values()), 1)


def check_language(
    benchmark: Benchmark[Any],
    settings: Settings,
    rows: Iterable[tuple[int, Mapping[str, Any]]],
    any_language: bool = False,
) -> str | None:
    """What must be said of responses whose words a table of word vectors mostly lacks; None if nothing must.

    All benchmarks with an ``embedding`` are checked, by the first rows of a file (``BATCH``), of which ``rows`` has
    the lines. Sentence encoders have a vector for any text and are not asked. Where only ratings make the score,
    nothing is refused.
    """
    name = str(getattr(settings, "embedding", ""))
    if not name or not benchmark.record:
        return None
    columns, row_type = benchmark.row_type.response_columns(), benchmark.row_type
    texts = []
    for line, record in islice(rows, BATCH):
        cells = row_type.cells_by_column(record).items()
        texts.append((line, list(_texts_in([its for name, its in cells if name in columns]))))
    words = content_words(chain.from_iterable(its for _, its in texts))
    n = sum(words.values())
    shares = [(unknown_words(table, words), table) for table in load_tables(name)] if n >= LEAST_NOTICED else []
    share, worst = max(shares, key=lambda found: found[0], default=(0.0, None))
    if worst is None:
        return None
    what = f"have no vector in {worst.name}; is this {'English' if worst.name in CATALOGUE else 'its language'}?"
    by_line = [(line, content_words(its)) for line, its in texts] if 0 < share <= REFUSED else []
    long = [(line, its) for line, its in by_line if sum(its.values()) >= LEAST_IN_ROW]
    lines = [line for line, its in long if unknown_words(worst, its) > REFUSED]
    if lines and 2 * len(lines) < len(by_line):
        shown = f"{', '.join(map(str, lines[:_SHOWN]))}{' and more' if len(lines) > _SHOWN else ''}"
        return (
            f"most words of {counted(len(lines), 'response')} (lines {shown}) {what} A response in another language "
            "has no score that means anything here; where a column says the language, `people import --only "
            "COLUMN=VALUE` leaves others out"
        )
    note = f"{100 * share:.0f} % of words {what}"
    if share > REFUSED and n >= LEAST_REFUSED and not (any_language or settings.needs_judges):
        raise BadArguments(
            f"{note} Responses in another language have no scores that mean anything here: name word vectors of "
            "their language with --embedding, or score them all the same with --any-language (embedding= and "
            "any_language=True in Python)"
        )
    return note if share > NOTICED else None


def _texts_in(value: object) -> Iterator[str]:
    value = list_in(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(part)
