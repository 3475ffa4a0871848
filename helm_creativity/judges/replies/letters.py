"""The letter of a reply: {"answer": "B"}, "B", "(B)", "B. Similar", "Answer: B"; not the "A" of "A similar idea"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.grammar import PARTS, PATTERNS, forms
from helm_creativity.judges.replies.scores import AMBIGUOUS, PossibleRating, agreed, key_words, objects_in, stands_alone
from helm_creativity.judges.replies.text import OwnWords, own_words
from helm_creativity.judges.replies.words import read_word
from helm_creativity.parsing.grammar import expand

_KEYS = frozenset(
    {"answer", "choice", "letter", "option", "verdict", "judgment", "judgement", "classification", "label", "category"}
    | {"class", "result", "selection", "decision", "response", "grade", "rating", "score", "output"}
    | {"winner", "better", "best", "preferred", "preference", "pick", "stronger"}
)
_DENIED = re.compile(r"(?:\b(?:not|neither|nor|never|hardly|if|whether)\b|n['’]t\b)[^.!?,;\n]*\Z", re.IGNORECASE)
_LESS_THAN = re.compile(r"([ \t]?<{1,3}[ \t]?)")
_COMPARISON = re.compile(r"(?<![\w<>=+])([AB])[ \t]?(>>?|=)[ \t]?(?!\1)([AB])(?![\w<>=+])")
# Nothing else is in the reply.
_WHOLE = {
    verdict: re.compile(rf"[\W_]*?(?:{expand(words, PARTS)})[\W_]*", re.IGNORECASE)
    for verdict, words in {
        "A>>B": r"A\+\+",
        "B>>A": r"B\+\+",
        "A>B": "(?&thing) (?:1|A) (?:is|was) better",
        "B>A": "(?&thing) (?:2|B) (?:is|was) better",
        "A=B": r"(?:it['’]s |it is |this is )?(?:an? )?tie|(?:both|they|the two|both (?&thing)s) are equally good",
    }.items()
}
TIE = "tie"
"""What may be offered beside letters."""
_WORDS = "AI"
_MOST = 400
_BACK = 40


def read_letter(answer: Response, values: Mapping[str, float], *, rated: Sequence[str]) -> ParsedRating:
    """The value of the letter that a reply chooses, of the tie, or of the comparison ("A>B", "A>>B", "A=B").

    In this order: JSON under "answer" and its like, of which the value alone decides; the one letter with the highest
    probability, a "yes" or a tick, where each letter has a value; one in a box ("[[B]]", "[[B>A]]"); a final one
    ("Final answer: B"); one behind "answer" and its like, or before "is the answer"; one alone on a line or at its
    head. Where the first of these forms that occurs has two different letters, the reply is ambiguous, unless the last
    is introduced as final or corrected. The letters as a question lists them ("A/B/C/D", or a line with words for each)
    are no choice. A small letter needs punctuation or the end of a line behind it, and so does one that is a word
    ("A"). Of "[[A>>B]]" and "A++" the strength is read where comparisons with it are offered; a tie where "tie" is.
    """
    if values and all(map(_COMPARISON.fullmatch, values)):
        strong = "A>>B" in values or "B>>A" in values
        text = _COMPARISON.sub(
            lambda signs: signs[1] + (signs[2] if strong else signs[2][0]) + signs[3], _whole(answer)
        )
        return read_word(replace(answer, text=text), values, rated=rated)
    letters = "".join(name for name in values if name != TIE)
    if len(letters) != len(values) - (TIE in values) or not re.fullmatch("[A-Z]{2,}", letters):
        raise ValueError(f"letters must be two or more different capitals from A to Z, got {list(values)}")
    own = own_words(answer, rated)
    if isinstance(own, MissingReason):
        return ParsedRating(None, own)
    whole = _whole(answer) if letters == "AB" else ""
    verdict = (TIE if "=" in whole else whole[0]) if whole in _WHOLE else ""
    if verdict in values:
        return ParsedRating(float(values[verdict]))
    listed = rf"(?<![A-Za-z]){'[ ,/|]{1,3}(?:or |and )?'.join(letters)}(?![A-Za-z])"
    text = re.sub(listed, lambda match: " " * len(match[0]), own.text, flags=re.IGNORECASE)
    option = re.compile(expand(rf"^(?&marks)([{letters}])[.:)\]][ \t]{{1,9}}[^\W\d][^\n]{{2,}}$", PARTS), re.MULTILINE)
    own = own._replace(text=_best_first(_without_each(option, text, letters)))
    lined = [] if own.reply.truncated else list(_best_of_lines(own, letters))
    patterns = forms("letters", **_parts(letters, TIE if TIE in values else "(?!)"))
    in_json = _letters_in_json(own, letters, patterns["in_json"])
    # "A: 7/10, B: 8/10" says neither.
    own = own._replace(text=_without_each(PATTERNS["rated_letter"], own.text, letters))
    found = {name: _named(own, letters, form) for name, form in patterns.items()}
    preferred = (
        better
        for better in found["preferred"]
        if not _DENIED.search(own.text, max(0, better.begin - _BACK), better.begin)
    )
    order, ranked, head = found["order"], _ranked(own, letters), found["head"]
    final = (rating._replace(begin=rating.span[0]) for rating in found["final"])
    heads = (rating for rating in head if _opens_or_closes(rating, own))
    for form in (in_json, lined, found["boxed"], final, found["answered"], preferred, order, ranked, heads):
        if chosen := agreed(form, own):
            place = chosen.reading.value
            if place == len(letters):
                return ParsedRating(float(values[TIE])) if TIE in values else AMBIGUOUS
            return chosen.reading if place is None else ParsedRating(float(values[letters[int(place)]]))
    return ParsedRating(None, own.missing)


def _whole(answer: Response) -> str:
    """The reply as a comparison, where it is nothing else."""
    text = _best_first(answer.text)
    return next((verdict for verdict, words in _WHOLE.items() if words.fullmatch(text)), text)


def _parts(letters: str, tie: str) -> dict[str, str]:
    sure = "".join(letter for letter in letters if letter not in _WORDS)
    small = f"[{letters}{letters.lower()}](?&alone)(?&letter_ends)"
    either = f"(?-i:{f'[{sure}](?&alone)|' if sure else ''}{small})"
    others = str(len(letters) - 1)
    return {"either": either, "capital": f"(?-i:[{letters}])", "letters": letters, "others": others, "tie": tie}


def _without_each(pattern: re.Pattern[str], text: str, letters: str) -> str:
    """The text without what matches, where each letter does."""
    if {match[1] for match in pattern.finditer(text)} != set(letters):
        return text
    return pattern.sub(lambda match: " " * len(match[0]), text)


def _best_first(text: str) -> str:
    """The text with "B > A" in the place of "A < B", as long as it was."""
    return PATTERNS["less"].sub(lambda chain: "".join(reversed(_LESS_THAN.split(chain[0]))).replace("<", ">"), text)


def _named(own: OwnWords, letters: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[PossibleRating]:
    found = [match for pattern in patterns for match in islice(pattern.finditer(own.text), _MOST)]
    for match in sorted(found, key=lambda match: match.start("letter")):
        yield PossibleRating(_reading(match, letters), match.start(), match.span("letter"))


def _opens_or_closes(head: PossibleRating, own: OwnWords) -> bool:
    text, (start, end) = own.text, head.span
    before, line_end = text[max(0, start - _BACK) : head.begin].strip(), text.find("\n", end)
    if not re.search(r"\w", text[end : len(text) if line_end < 0 else line_end]):
        return True
    bulleted = re.search(r"[-•#]", text[head.begin : start])
    return not bulleted and (not before or before[-1] == ":" or (line_end < 0 and not own.reply.truncated))


def _letters_in_json(own: OwnWords, letters: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[PossibleRating]:
    for value in own.values:
        span, alone = (value.start, value.end), stands_alone(own.reply.text, value.start, value.end)
        nodes = [node for _, node in objects_in(value.value)]
        if isinstance(value.value, list) and len(value.value) == 1:
            nodes.append({"answer": value.value[0]})
        for node in nodes:
            best = _best({key.strip().upper(): content for key, content in node.items()}, letters)
            if best is not None:
                yield PossibleRating(ParsedRating(best), value.start, span, alone, "?")
            for key, content in node.items():
                named = key_words(key).rpartition(" ")[2] in _KEYS or len(node) == 1
                (content,) = content if isinstance(content, list) and len(content) == 1 else (content,)
                words = content.strip() if named and isinstance(content, str) else ""
                if match := next(filter(None, (pattern.match(words) for pattern in patterns)), None):
                    yield PossibleRating(_reading(match, letters), value.start, span, alone, key or "?")


def _best_of_lines(own: OwnWords, letters: str) -> Iterator[PossibleRating]:
    lines = list(PATTERNS["valued"].finditer(own.text)) if len(own.text) < _MOST * _BACK else []
    best = _best({line["letter"]: line["box"] or line["mark"] or line["value"] for line in lines}, letters)
    if best is not None and len(lines) == len(letters):
        yield PossibleRating(ParsedRating(best), lines[0].start(), (lines[0].start(), lines[-1].end()), alone=True)


def _ranked(own: OwnWords, letters: str) -> Iterator[PossibleRating]:
    """The first of the letters where each has a place: "1. B", "2. C"."""
    lines = list(PATTERNS["placed"].finditer(own.text))
    if [int(line["place"]) for line in lines] == [*range(1, len(letters) + 1)]:
        named = [line["letter"] for line in lines]
        if set(named) == set(letters):
            place = ParsedRating(float(letters.index(named[0])))
            yield PossibleRating(place, lines[0].start(), lines[0].span("letter"), alone=True)


def _best(values: dict[str, Any], letters: str) -> float | None:
    if set(values) != set(letters):
        return None
    written = [str(values[letter]).strip().lower() for letter in letters]
    shares = [float(text.rstrip(" %")) for text in written if re.fullmatch(r"\d{1,3}(?:\.\d{1,6})?\s?%?", text)]
    if len(shares) == len(letters) and any(abs(sum(shares) - whole) < whole / 20 for whole in (1, 100)):
        chosen = [share == max(shares) for share in shares]
    else:
        chosen = [text in {"yes", "true", "x", "✓", "✔", "☑", "✅"} for text in written]
    return float(chosen.index(True)) if sum(chosen) == 1 else None


def _reading(match: re.Match[str], letters: str) -> ParsedRating:
    """The place of the letter; that behind the last is a tie's."""
    chosen, beside = match["letter"].upper(), (match.groupdict().get("beside") or "").strip()
    if len(chosen) > 1 or beside[:1] in ("=", "≈"):
        return ParsedRating(float(len(letters)))
    return AMBIGUOUS if beside else ParsedRating(float(letters.index(chosen)))
