"""The words that a few characters of a reply offer as its answer: one, several, or none because they are prose."""

from __future__ import annotations

import re

from helm_creativity.parsing.entries import unwrap
from helm_creativity.parsing.text import clean, is_clause, nfkc

REACH = 200
"""Characters in which an answer must begin and end; what follows explains it."""

MARKS = "\"'`*_‘’“”„«»「」『』"
"""Quotes and signs of emphasis."""

PLACEHOLDER = re.compile(
    r"[\[<{](?:your |the |new |single )?(?:word|answer|blend|response|solution)(?: here)?[\]>}]", re.IGNORECASE
)
"""What stands where a word should: "[your answer]"."""

_MAX_WORDS = 2
_MAX_LETTERS = 40
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
_MARKED = re.compile(rf"[{MARKS}\s]*[{MARKS}]\s*(?P<word>[^{MARKS}\n]{{1,80}})[{MARKS}]+(?![a-zA-Z{MARKS}])")

# The word ends here. What stands behind a comma or "or" may be a second word, what stands behind the rest explains.
_ALSO = r"(?P<also>[,;/|&]|(?<=\s)(?:or|and)(?=\s))"
_STOP = r"[:(\[=→—!?\n。]|\.(?=\s|$|[*\"”’'])|(?<=\s)[-–]{1,3}\s"
_CLAUSE = r"(?<=\s)(?:because|since|as|which|that|for|forming|making)(?=\s)"
_END = re.compile(rf"\s*(?:{_ALSO}|{_STOP})")
_END_OF_ANSWER = re.compile(rf"\s*(?:{_ALSO}|{_STOP}|{_CLAUSE})")
_NEXT = re.compile(r"\s*(?:[,;/|&]|(?<=[\s,;\"'*_”’])(?:or|and)\s)\s*")
_OR = re.compile(r"\s{0,3}(?:or|alternatively)\b[\s,:]{0,3}")
_REST_OF_LABEL = re.compile(r"\W*\w[\w'’-]*(?:\s\w[\w'’-]*|(?:,\s?(?:and\s)?\w[\w'’-]*)+)?\W*")
_NAMES_OF_PARTS = frozenset({"word", "words", "letter", "letters", "part", "parts", "answer"})
_NO_FIRST_WORD = frozenset({"answer", "like", "given", "using", "both", "another"})
_NO_SECOND_WORD = frozenset({"one", "ones", "option", "options"})
_PROSE = re.compile(r"\s*(?:\+|(?:\w{1,8}\s)?(?:not|cannot)\b|\w{1,8}n['’]t\b)")
_SPELLED = re.compile(r"\w(?:-\w){2,}")
_LATIN = re.compile("[a-z]")
_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE_END = re.compile(r"[.!?:(\n]")
_HEDGE = re.compile(
    r"(?:(?:most likely|likely|probably|perhaps|maybe|possibly|clearly|simply|indeed|definitely|actually|therefore"
    r"|thus)[\s,]+)?"
    rf"(?:(?:the )?(?:single |common |missing |linking |connecting )?word(?:\s+|:\s*)(?=[{MARKS}\w]))?",
    re.IGNORECASE,
)

_ALSO_WORDS = frozenset({"well", "great", "thought"})
_NO_WORD = frozenset(
    {
        *("none", "null", "unknown", "idk", "unsure", "sure", "okay", "ok", "certainly", "absolutely"),
        *("yes", "no", "hmm", "hm", "sorry", "thanks"),
        *("maybe", "perhaps", "probably", "possibly", "hello"),
    }
)
_FUNCTION_WORDS = frozenset(
    {
        *("the", "a", "an", "it", "this", "that", "these", "those", "i", "we", "you", "they", "let", "let's"),
        *("is", "are", "not", "no", "all", "each", "and", "or", "to", "of", "in", "on", "for", "with", "as", "because"),
    }
)
VAGUE = _FUNCTION_WORDS | {
    "correct",
    "right",
    "wrong",
    "simple",
    "clear",
    "obvious",
    "based",
    "found",
    "below",
    "above",
}
"""What prose says of an answer instead of giving it: "the answer is obvious"."""

TALK = _FUNCTION_WORDS | {
    *("answer", "solution", "explanation", "explanations", "reason", "reasons", "reasoning", "rationale", "analysis"),
    *("why", "thinking", "thought", "thoughts", "here", "here's", "well", "great", "alright"),
}
"""How replies begin that do not begin with the answer."""

SECTIONS = TALK | {"note", "notes", "example", "examples", "compounds", "combinations", "confidence", "hint"}
"""How lines begin that stand below an answer."""

_HEADS = frozenset(
    {
        *("word", "blend", "portmanteau", "output", "result", "response", "final", "note", "hint", "task", "input"),
        *("step", "options", "candidates", "ideas", "suggestions", "alternatives", "possibilities", "words"),
        *("meaning", "meanings", "definition", "definitions", "pronunciation", "etymology", "origin", "usage"),
        *("breakdown", "overlap", "parts", "structure", "verification", "check", "checking", "clue", "clues"),
        *("letters", "word count", "shared letter"),
        *("question", "questions", "riddle", "stems", "user", "human", "prompt"),
    }
)


def bare(word: str) -> str:
    """The word as it is compared: NFKC, case folded, without hyphens and spaces."""
    return re.sub(r"[\s-]+", "", nfkc(clean(word).casefold()))


def one_word(text: str) -> str:
    """The word that the text is, in its folded spelling, without wrapping and article.

    Returns:
        A word, or two with a space between them; "" for a clause, for figures, for more words, and for what says that
        there is no answer or only opens talk ("none", "sure").
    """
    if PLACEHOLDER.fullmatch(text.strip()):
        return ""
    text = unwrap(text)
    if is_clause(text):
        return ""
    text = _ARTICLE.sub("", nfkc(text.casefold()))
    words = text.split()
    if not 1 <= len(words) <= _MAX_WORDS or (len(text) < 2 and text.isascii()):
        return ""
    if words[0] in _NO_WORD or (len(words) > 1 and not _FUNCTION_WORDS.isdisjoint(words)):
        return ""
    if _SPELLED.fullmatch(text) or (_HAN.search(text) and _LATIN.search(text)):
        return ""
    if len(words) > 1 and (words[0] in _NO_FIRST_WORD or words[-1] in _NO_SECOND_WORD):
        return ""
    return " ".join(words) if all(_WORD.fullmatch(word) and len(word) <= _MAX_LETTERS for word in words) else ""


def answer_words(text: str, refused: frozenset[str] = frozenset()) -> list[str]:
    """The words at the start of a text that is introduced as the answer, such as the text behind "The answer is".

    Args:
        text: what stands there; only its first 200 characters are looked at.
        refused: words that are no answer in this place.

    Returns:
        [] for prose. Several words where several are offered ("fire or ice"); the compounds of a word that are listed
        behind it explain it and are not further offers.
    """
    text = text.strip()[:REACH]
    if not _MARKED.match(text):
        text = _HEDGE.sub("", text.lstrip(MARKS + " \n"), count=1)
    words, before_colon, rest = _offered(text, _END_OF_ANSWER, refused)
    # "The answer is quite simple: fire", but not "Answer: fire: firecracker".
    if before_colon and (not words or " " in words[0]):
        return answer_words(rest, refused) or words
    return words


def line_words(line: str, refused: frozenset[str]) -> list[str]:
    """The words at the start of a line that is not introduced as the answer: alone, or explained behind a sign.

    Two words before a full stop are a sentence. For the rest as ``answer_words``.
    """
    return _offered(line.strip()[:REACH], _END, refused, sentences=False)[0]


def _offered(
    text: str, ends: re.Pattern[str], refused: frozenset[str], sentences: bool = True
) -> tuple[list[str], bool, str]:
    """The words; whether what they were looked for in ended at a colon; what stands behind its end."""
    marked = _MARKED.match(text)
    word = one_word(marked["word"]) if marked else ""
    if marked and word and word not in refused:
        colon = ":" if marked["word"].rstrip().endswith(":") else ""
        return _beside(word, colon + text[marked.end() :], sentences), False, ""
    text = text.lstrip(MARKS + " \n")
    end = ends.search(text)
    word = one_word(text[: end.start()] if end else text)
    if word in refused and not (end and word in _ALSO_WORDS and word in bare(text[end.end() :])):
        word = ""
    if not end:
        return [word] if word else [], False, ""
    sign, rest = end[0].strip(), text[end.end() :]
    if not word or (not sentences and " " in word and sign in (".", "!", "?")):
        return [], sign == ":", rest
    return _beside(word, text[end.start() :], sentences), sign == ":", rest


def _beside(word: str, tail: str, is_answer: bool) -> list[str]:
    """The word and others that stand beside it; [] where it begins a sentence, or is a label for what is behind it."""
    sign, rest = tail.lstrip()[:1], tail.lstrip()[1:]
    if _PROSE.match(tail) or (sign == "?" and rest.strip(MARKS + " \n")):
        return []
    if not is_answer and _is_label(word, sign, rest):
        return []
    if sign == "(" and (other := _OR.match(rest)):
        return [word, *_further("," + rest[other.end() :].split(")")[0], word)]
    and_more = _NEXT.match(tail)
    if and_more and not is_answer and and_more[0].strip() in ("and", "or") and not _further(tail, word):
        return [] if bare(word) not in bare(tail) else [word]
    return [word, *_further(tail, word)]


def _is_label(word: str, sign: str, rest: str) -> bool:
    """Whether it names what stands behind it ("Blend: smog") and is not explained there ("note: footnote")."""
    if not rest.strip(MARKS + " ") or bare(word) in bare(_SPELLED.sub("", rest)):
        return False
    is_name = word in _HEADS or (" " in word and word.split()[-1] in _NAMES_OF_PARTS)
    return sign in (":", "=", "→") and (is_name or bool(_REST_OF_LABEL.fullmatch(rest)))


def _further(tail: str, word: str) -> list[str]:
    """Other words beside the first, in "fire, ice" or "fire or ice"; [] where the tail explains.

    What stands behind prose explains as well, if no "or" is before it: "smog, a blend of smoke and fog".
    """
    if not _NEXT.match(tail):
        return []
    stop = _SENTENCE_END.search(tail)
    tail = tail[: stop.start()] if stop else tail
    signs = list(_NEXT.finditer(tail))
    ends = [*(sign.start() for sign in signs[1:]), len(tail)]
    parts = [tail[sign.end() : end] for sign, end in zip(signs, ends, strict=True)]
    prose = next((i for i, part in enumerate(parts) if len(part.split()) > 2 and not one_word(part)), len(parts))
    offers = [
        one_word(_HEDGE.sub("", part, count=1))
        for i, part in enumerate(parts)
        if i < prose or signs[i][0].strip() == "or"
    ]
    return [part for part in offers if part and bare(word) not in bare(part)]
