"""Names under which judges give a rating: the dimension's own, or one of the words for a rating in general."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

GENERIC = (
    r"scores?|ratings?|(?<![A-Za-z][ -])rate(?=[ \t]{0,2}[:=])|grade|marks?|points?|evaluation|assessment|answer"
    r"|verdict|value|result"
    r"|punteggio|valutazione|voto|puntuación|puntuacion|calificación|calificacion|pontuação|pontuacao|avaliação"
    r"|bewertung|punktzahl|wertung|beoordeling|cijfer|hodnocení|skóre|ocena|puan|оценка|балл|рейтинг"
    r"|最终评分|评分|評分|得分|分数|分數|打分|スコア|点数|評点|評価|점수|평점|평가|تقييم|التقييم|الدرجة|النتيجة"
)
"""Words for a rating, as alternatives of a regular expression."""

_FINAL = {"final", "overall", "total", "average", "mean", "combined", "aggregate", "finale", "最终", "总体", "总"}
_PLAIN = {
    *("the", "a", "an", "my", "your", "its", "their", "our", "this", "that", "one", "idea's", "judge's", "model's"),
    *("is", "are", "was", "be", "has", "have", "i'd", "give", "given", "assigned", "suggested", "recommended", "would"),
    *("of", "and", "with", "so", "it", "therefore", "thus", "hence", "numerical", "numeric", "integer", "single"),
}
_NO_RATING = {
    *("max", "maximum", "maximal", "min", "minimum", "minimal", "possible", "highest", "lowest", "perfect", "best"),
    *("worst", "top", "passing", "threshold", "previous", "prior", "impact", "citation", "z"),
}
# Names of numbers that are no ratings, where a number stands under a name other than the rubric's.
_OTHER = {
    *(
        "confidence",
        "certainty",
        "scale",
        "range",
        "weight",
        "count",
        "number",
        "length",
        "words",
        "word",
        "characters",
    ),
    *(
        "id",
        "index",
        "idea",
        "ideas",
        "item",
        "rank",
        "step",
        "year",
        "page",
        "pages",
        "version",
        "temperature",
        "figure",
    ),
    *(
        "table",
        "note",
        "strengths",
        "weaknesses",
        "total",
        "reviewer",
        "sample",
        "attempt",
        "criteria",
        "phase",
        "tokens",
    ),
}
_PROSE_KEYS = {
    *("idea", "ideas", "quote", "quotes", "quoted", "quotation", "text", "comment", "comments", "reason", "reasons"),
    *("reasoning", "explanation", "analysis", "justification", "rationale", "feedback", "summary", "thoughts", "note"),
    *("notes", "description", "remark", "remarks"),
}
_WRAPPERS = {"arguments", "args", "input", "content", "parameters"}
_FIGURE = re.compile(r"\d")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])")
_BRACKETED = re.compile(r"\([^()]{0,60}\)|\[[^\[\]]{0,60}\]")
_NO_WORD = re.compile(r"[\W\d_]+")
_IS_GENERIC = re.compile(rf"(?:{GENERIC})", re.IGNORECASE)
_SCALE_WORDS = {"out", "of", "to", "scale", "from", "level"}


@lru_cache(maxsize=256)
def key_words(name: str, bare: bool = False) -> str:
    """The words of a key in one spelling: "Originality (1-10)", "1. originality" and "ORIGINALITY" are the same.

    Args:
        name: a key, or the name of a dimension.
        bare: without the words for a rating in general: "originalityScore" and "overall_originality" are "originality".
    """
    words = _NO_WORD.sub(" ", _CAMEL.sub(" ", _BRACKETED.sub(" ", name[:120]))).casefold().split()
    if bare:
        drop = _FINAL | _PLAIN | _SCALE_WORDS
        words = [word for word in words if word not in drop and not _IS_GENERIC.fullmatch(word)]
    return " ".join(words)


def dimension_of(key: str, wanted: Mapping[str, str]) -> tuple[str, int] | None:
    """The dimension that a key names, and how exactly.

    Args:
        key: as a reply has it.
        wanted: the dimensions by their `key_words`.

    Returns:
        The dimension with 2 for its own name, 1 for that with something in brackets behind it, 0 for that with a word
        for a rating; None for another name, and for one whose brackets say that it is no rating ("originality (max)").
    """
    aside = _BRACKETED.search(key[:120])
    if aside and not _FIGURE.search(aside[0]) and _NO_RATING.intersection(_NO_WORD.split(aside[0].casefold())):
        return None
    if (label := wanted.get(key_words(key))) is not None:
        return label, 1 if aside else 2
    label = wanted.get(key_words(key, bare=True))
    return None if label is None else (label, 0)


def is_prose_key(key: str) -> bool:
    """Whether what stands under the key is prose or a quotation, in which no rating is looked for."""
    return bool(_PROSE_KEYS.intersection(key_words(key).split()[-1:]))


def is_wrapper(key: str) -> bool:
    """Whether the key is one under which a tool call has its content."""
    return key_words(key) in _WRAPPERS


def is_generic(name: str) -> bool:
    """Whether the name is a word for a rating in general, as "score" and "final rating" are."""
    return (name_rank(name) or 0) > 0


def is_rating_name(name: str) -> bool:
    """Whether a number under this name can be a rating, though the question did not use the name."""
    words = key_words(name).split()
    return bool(words) and not any(word in _OTHER or word in _NO_RATING for word in words)


def name_rank(name: str) -> int | None:
    """How surely the name is that of the rating asked for.

    Returns:
        2 for a final or overall rating, 1 for a rating, 0 for that of something ("novelty score"), None for no rating
        ("maximum score").
    """
    words = key_words(name).split()
    rest = [word for word in words if word not in _SCALE_WORDS]
    if not any(_IS_GENERIC.fullmatch(word) for word in rest):
        return 2 if rest and all(word in _FINAL for word in rest) else None
    qualifiers = [word for word in rest if not _IS_GENERIC.fullmatch(word)]
    return qualified_rank(qualifiers)


def qualified_rank(qualifiers: list[str]) -> int | None:
    """The rank of a word for a rating with these words before it."""
    if any(word in _NO_RATING for word in qualifiers):
        return None
    if any(word in _FINAL for word in qualifiers):
        return 2
    return 1 if all(word in _PLAIN for word in qualifiers) else 0
