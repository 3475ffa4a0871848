"""The word of a reply that decides: "VALID", "**Yes.** No doubt about it", "Verdict: no"; not that of "no doubt"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.grammar import PARTS, forms
from helm_creativity.judges.replies.scores import PossibleRating, agreed, key_words, objects_in, stands_alone
from helm_creativity.judges.replies.text import OwnWords, closes, own_words, plain_text, words_and_values
from helm_creativity.parsing.grammar import expand

_CHOSEN = ParsedRating(1.0)
_KEYS = frozenset({"answer", "verdict", "decision", "judgment", "judgement", "classification", "label", "result"})


def read_word(
    answer: Response, words: Mapping[str, float], *, rated: Sequence[str], first: bool = False
) -> ParsedRating:
    """The value of the word that a reply chooses, wherever else it has that word or another.

    The word at its head, before a mark or the end of the line; behind "verdict" and the like; alone on a line; in JSON.
    Of two that differ the one that is introduced as final counts. Case and emphasis do not matter.
    """
    own = own_words(answer, rated, numbers=False)
    if isinstance(own, MissingReason):
        return ParsedRating(None, own)
    values = {_spelling(name): value for name, value in words.items()}
    head = own.text.split("\n")[0].lstrip("> ")[:30]
    quoted = " " in head and any(plain_text(text).startswith(head) for text in rated)
    forms = [*_in_json(own, words), *(() if quoted else _at_head(own, words, rated))]
    forms += [] if first else _behind_labels(own, words, rated)
    found = [form._replace(reading=ParsedRating(values[_spelling(form.key)])) for form in forms]
    if best := agreed(found, own):
        return best.reading
    named = list(re.finditer(_pattern(words), own.text, re.IGNORECASE))
    unsure = len({match["word"].lower() for match in named}) > 1 or any(_is_quoted(own.text, m, rated) for m in named)
    return ParsedRating(None, MissingReason.AMBIGUOUS if quoted or (unsure and not first) else own.missing)


def _spelling(word: str) -> str:
    """A word as a key: "Not_creative" is "not creative"."""
    return " ".join(re.split(r"[\s_-]+", word.lower()))


def _pattern(words: Iterable[str]) -> str:
    names = (r"[\s_-]".join(map(re.escape, word.split())) for word in sorted(words, key=len, reverse=True))
    return rf"(?<!\w)(?P<word>{'|'.join(names)})(?!\w)"


def _in_json(own: OwnWords, words: Iterable[str]) -> Iterator[PossibleRating]:
    (verdict,) = forms("words", word=_pattern(words))["in_json"]
    for found in own.values:
        alone = stands_alone(own.reply.text, found.start, found.end)
        for _, node in objects_in(found.value):
            only, truths = len(node) == 1, sum(isinstance(value, bool) for value in node.values())
            for key, content in node.items():
                named = only or key_words(key).rpartition(" ")[2] in _KEYS
                if isinstance(content, bool) and (named or truths == 1):
                    content, named = ("no", "yes")[content], True
                if named and isinstance(content, str) and (match := verdict.match(content)):
                    yield PossibleRating(_CHOSEN, found.start, (found.start, found.end), alone, match["word"])


def _at_head(own: OwnWords, words: Iterable[str], rated: Sequence[str]) -> Iterator[PossibleRating]:
    head = forms("words", word=_pattern(words))["head"][0].match(own.text)
    if head is None or _is_quoted(own.text, head, rated):
        return
    others = _pattern(word for word in words if word.lower() != head["word"].lower())
    if not re.match(expand(f"(?&takes_back){others}(?&word_ends)", PARTS), own.text[head.end() :], re.IGNORECASE):
        yield PossibleRating(_CHOSEN, head.start(), head.span("word"), True, head["word"])


def _behind_labels(own: OwnWords, words: Iterable[str], rated: Sequence[str]) -> Iterator[PossibleRating]:
    for form in forms("words", word=_pattern(words))["labelled"]:
        for match in form.finditer(own.text):
            if not _is_quoted(own.text, match, rated):
                yield PossibleRating(_CHOSEN, match.start(), match.span("word"), True, match["word"])


def _is_quoted(text: str, match: re.Match[str], rated: Sequence[str]) -> bool:
    start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
    line = text[start : len(text) if end < 0 else end].strip()
    if not re.search(r"\w", text[: match.start()] + text[match.end() :]) or closes(text, *match.span()):
        return False
    said = [word for word, _ in words_and_values(match[0])]
    return any(
        line in [part.strip() for part in whole.split("\n")]
        or (len(said) > 1 and f" {' '.join(said)} " in f" {' '.join(word for word, _ in words_and_values(whole))} ")
        for whole in rated
    )
