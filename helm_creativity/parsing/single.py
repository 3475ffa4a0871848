"""A reply's one word, where one word was asked, and whether it is the word that counts."""

from __future__ import annotations

import re

from helm_creativity.parsing.grammar import read_patterns
from helm_creativity.parsing.json_values import json_in, strings_in, without_fences
from helm_creativity.parsing.text import clean
from helm_creativity.parsing.turns import own_turn

_SAYS, _WORDS = read_patterns("single")
_NO_WORD, _NO_HEAD = _WORDS["no_word"], _WORDS["no_head"]
_NO_ANSWER = _NO_HEAD | {""}
_REACH = 200
_KEYS = ("answer", "solution", "word", "result", "response", "output")
_MARKS = "\"'`*_‘’“”„«»「」 .!?"
_LINE_MARK = re.compile(r"\s*(?:(?:[-*+•>]|#{1,6}|\d{1,2}[.)])\s+){0,3}")
_EMOJI = re.compile(" ?[\u2600-\u27bf\ufe0f\u200d\U0001f000-\U0001faff]+")
_BOX = re.compile(r"\\boxed\{\s{0,20}(?:\\text\w{0,5}\{)?([^{}\n]{1,80})\}")
_SUM = re.compile(r"(?P<parts>[^=→>]{3,160})\s(?:=|→|[-=]{1,2}>)\s(?P<word>[^=→>]{1,60})")


def parse_word(text: str) -> str | None:
    """The one word that a reply gives as its answer.

    In order of trust: JSON that names its answer or is the whole reply; a reply that is only the word; LaTeX's box;
    a word at the end that takes back another ("Wait, no: word");
    "final answer:"; "the answer is"; "the word is", "I'd go with"; a first or last line that is the word, the first
    also with an explanation, the last also as a sum ("a, b, c → word"); a sentence that calls its subject the word.
    The first form that is found decides; where it gives two words there is no answer. Takes linear time.
    """
    body = _EMOJI.sub("", _SAYS["turn"].split(own_turn(text), maxsplit=1)[0])
    found = _in_json(body)
    if found is None:
        body = _SAYS["leads"].sub("", without_fences(body).strip(), count=1)
        bracketed, taken_back = re.fullmatch(r"[<\[](\w{4,40})[>\]]", body), _SAYS["takes_back"].search(body[-_REACH:])
        no_whole = _NO_ANSWER if bracketed or body.endswith(("!", "..", "…")) else {""}
        found = (
            {_one_word(bracketed[1] if bracketed else body)} - no_whole
            or set(map(_one_word, _BOX.findall(body)))
            or {_one_word(taken_back["word"]) if taken_back else ""} - _NO_ANSWER
            or _stated(body)
            or _on_lines(body)
            or {_one_word(match["word"]) for match in _SAYS["subject"].finditer(body)} - _NO_HEAD
        )
    return (found.pop() or None) if len(found) == 1 else None


def same_word(written: str, accepted: str) -> bool:
    """Whether the word is the accepted one or one of several joined by ``|``; hyphens, spaces, case do not count."""
    word = _bare(written)
    return bool(word) and word in map(_bare, accepted.split("|"))


def _bare(word: str) -> str:
    return re.sub(r"[\s-]+", "", clean(clean(word).casefold()))


def _one_word(text: str) -> str:
    """The word or the two words that a text is; "" for anything else, and for what says that there is no answer."""
    text = text.strip()
    match = _SAYS["alone"].fullmatch(clean(text.casefold())) if len(text) <= _REACH and "\n" not in text else None
    if not match or re.search(r":\W*\Z", text) or _SAYS["no_word_form"].fullmatch(match["word"]):
        return ""
    word, parts = match["word"], match["word"].split()
    if len(parts) > 1:
        return word if text[-1] not in ".!?" and (_NO_WORD | _NO_HEAD).isdisjoint(parts) else ""
    return word if word not in _NO_WORD and (len(word) > 1 or not word.isascii()) else ""


def _in_json(body: str) -> set[str] | None:
    """The answers in JSON; None where it is not the form of the reply."""
    found = json_in(body)
    named = []
    for value in (value.value for value in found.values if isinstance(value.value, dict)):
        keys = {re.split(r"[\s_-]", key.strip().lower())[-1]: key for key in value}
        key = next((keys[name] for name in _KEYS if name in keys), None)
        named += [] if key is None else list(strings_in(value[key])) or [""]
    if named or (found.half and body.startswith(("{", "["))):
        return {word for answer in named for word in _opening_words(answer, stated=True) or {""}}
    whole = found.values and not found.rest(body)
    return {_one_word(answer) for value in found.values for answer in strings_in(value.value)} if whole else None


def _stated(body: str) -> set[str]:
    """What the reply says that its answer or word is; "" among them where that is in doubt."""
    stated = []
    for match in _SAYS["stated"].finditer(body):
        behind = _SAYS["hedge"].sub("", body[match.end() : match.end() + _REACH], count=1)
        words = _opening_words(behind, stated=True) - (set() if match[0].endswith(":") else _NO_HEAD)
        stated += [] if match["not"] else [(match, words)]
    answers = [(match, words) for match, words in stated if match["answer"] and words]
    finals = set().union(*(words for match, words in answers if match["final"]))
    found = answers or [(match, words) for match, words in stated if len(words) == 1 and " " not in "".join(words)]
    if finals or not found:
        return finals
    words = set().union(*(words for _, words in found))
    alone = {_one_word(body.split("\n", 1)[0]), _one_word(body.rsplit("\n", 1)[-1])} - _NO_ANSWER
    others = [other for other in alone if not any(_bare(word) in _bare(other) for word in words)]
    return words | {""} if others or _SAYS["doubt"].search(body, found[-1][0].end()) else words


def _opening_words(text: str, *, stated: bool) -> set[str]:
    """The word that a text opens with, or the several that it offers; of any text only where it explains it."""
    match = _SAYS["head"].match(text[:_REACH])
    word = _one_word(match["word"]) if match else ""
    if not match or not word:
        return set()
    sign, tail = match["sign"].casefold(), match["tail"]
    if not _SAYS["more"].fullmatch(sign):
        return {word} if stated or _is_explained(word, sign, tail) else set()
    pieces = _SAYS["more"].split(re.split(r"[.!?:(\n]", tail)[0])
    others = {_one_word(piece) for piece in pieces if piece.strip() and _bare(word) not in _bare(piece)}
    if not stated and ("" in others or re.search("[=→>]", tail)):
        return set()
    return {word} | others - {""}


def _is_explained(word: str, sign: str, tail: str) -> bool:
    line = tail.split("\n")[0].strip()
    if "," in line and all(_bare(word) in _bare(piece) for piece in line.split(",")):
        return True
    if word in _NO_HEAD or " " in word:
        return False
    if not line.strip(_MARKS):
        return sign in ("", ".", "!", "?", "\n")
    if sign in (":", "=", "→", "->", "-->"):
        return _bare(line).count(_bare(word)) > 1
    return sign not in ("?", "") and len(line.split()) > 2 and not sign.isalpha()


def _on_lines(body: str) -> set[str]:
    """The word of the first line, also with an explanation, and of the last, also as a sum."""
    lines = [line for line in (_LINE_MARK.sub("", row, count=1)[:_REACH] for row in body.split("\n")) if line.strip()]
    if not lines:
        return set()
    last = _one_word(lines[-1])
    total = _SUM.fullmatch(lines[-1])
    if total and not any(map(_SUM.fullmatch, lines[:-1])):
        word, parts = _one_word(total["word"]), re.split(r"[,;+&]| and ", total["parts"])
        joined = any(re.sub(r"[\W_]", "", part.casefold()) in _bare(word) for part in parts)
        last = "" if joined or len(parts) < 2 else word
    named = [(line, _opening_words(line, stated=False) | ({_one_word(line)} - _NO_ANSWER)) for line in lines]
    ends = _opening_words(lines[0], stated=False) | {last} - _NO_ANSWER
    found = {word for word in ends if all(_bare(word) in _bare(line) for line, others in named if others - {word})}
    return {""} if found and _SAYS["doubt"].search(body) else found
