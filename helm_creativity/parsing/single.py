"""A reply's one word, where one word was asked, and whether it is the word that counts."""

from __future__ import annotations

import re
from typing import Any

from helm_creativity.parsing.json_values import json_in, strings_in, without_fences
from helm_creativity.parsing.text import clean
from helm_creativity.parsing.turns import own_turn

_REACH = 200
_KEYS = ("answer", "solution", "word", "result", "response", "output")
_MARKS = "\"'`*_‘’“”„«»「」"

_LETTERS = r"[^\W\d_]{1,40}(?:['’-][^\W\d_]{1,40}){0,5}"
_WORD = rf"(?:(?:the|an?) [{_MARKS}]{{0,3}})?(?P<word>{_LETTERS}(?: {_LETTERS})?)"
_ALONE = re.compile(rf"[^\w\[<{{]{{0,60}}{_WORD}[^\w\]>}}]{{0,60}}")
_NO_WORD_FORM = re.compile(r"\w(?:-\w){2,}|.*(?:是|答|[\u3040-\ud7a3]{7}).*")
_MORE = r"[,;/|&]|\b(?:or|and)\b"
_HEAD = re.compile(
    rf"(?is)\s*(?P<mark>[{_MARKS}][\s{_MARKS}]*)?{_WORD}[{_MARKS}]*\s*"
    rf"(?P<sign>{_MORE}|[:=→—!?(\[\n。]|\.(?=[\s{_MARKS}]|\Z)|(?:--?>?|–)(?=\s)|\b(?:because|since|as|which|that|for"
    rf"|forming|making|but)\b|(?(mark)(?<=[{_MARKS}])(?=\s)|\Z)|\Z)(?P<tail>.*)"
)
_SUM = re.compile(r"(?P<parts>[^=→>]{3,160})\s(?:=|→|[-=]{1,2}>)\s(?P<word>[^=→>]{1,60})")
_LINE_MARK = re.compile(r"\s*(?:(?:[-*+•>]|#{1,6}|\d{1,2}[.)])\s+){0,3}")
_EMOJI = re.compile(" ?[\u2600-\u27bf\ufe0f\u200d\U0001f000-\U0001faff]+")
_TURN = re.compile(r"(?i)\n\W{0,9}(?:(?:user|human|question|instruction|task)\b\W{0,4}:|what (?:single|one) word\b)")
_BOX = re.compile(r"\\boxed\{\s{0,20}(?:\\text\w{0,5}\{)?([^{}\n]{1,80})\}")
_DOUBT = re.compile(
    r"(?im)\b(?:wait|actually|correction|scratch that|make that|i mean|reconsider)\b"
    r"|(?:^|[.!?(,;])\W{0,4}(?:or|on second|alternat\w+|another|also)\b"
)
# A word that takes back another on the same line: "saw. Wait, no: jack".
_TAKES_BACK = re.compile(
    r"(?i)\w\s?(?:[^\w\s]|\n)\W{0,9}(?:(?:wait|actually|correction|(?:or )?rather|i mean|(?:scratch|make) that|hmm+"
    r"|on second thoughts?|let me reconsider|no(?=\W{0,3}[^\w\s]))\b\W{1,9}){1,4}"
    rf"(?:(?:it(?:['’]s| is)|(?:the|my) (?:final )?(?:answer|word)(?: is)?)\b\W{{1,9}})?(?P<word>{_LETTERS})\W{{0,9}}\Z"
)
_LEADS = re.compile(
    r"(?i)(?:(?P<talk>sure(?: thing)?|certainly|absolutely|of course|okay|ok|alright|well|hmm+|yes|so|easy|got it"
    r"|let(?: me|['’]s) (?:think|see)[^.!?:,…\n]{0,40})\s?[.!?:,…\n][\s.!?:,…]{0,9}(?=\S)(?!.{0,200}(?P=talk))"
    r"|(?:perhaps|maybe|probably) (?=\S{1,40}\s*\Z)|a(?:ns)?[:.]\s(?=[^\n]+\Z)"
    r"|here(?:['’]s| is| it is| you go)\b(?![^\n]{0,80}\b(?:reason|expla|think|how|why|hint))[^.!?:\n]{0,80}:\s*){0,4}"
)
_STATED = re.compile(
    r"(?i)(?P<final>\b(?:final|so|thus|therefore|hence),? (?:the |my )?(?:final )?)?"
    r"(?P<not>\b(?:compound|first|second|third|last|next|other|another|given|original|each|every|input"
    r"|(?:if|whether|maybe|perhaps|suppose|is|not)(?: the)?) )?"
    r"\b(?:(?P<answer>answer|solution|antwort|lösung|réponse|respuesta|答案)|word|wort|palabra|link|guess|result|output"
    r"|response|blend|portmanteau|choice|pick|final|best(?: (?:fit|match|option|candidate))?)"
    r"[*_\"]{0,3}(?: (?:that|which|for|of|to|connecting|linking|here|i|we|you(?:['’]re)?)\b(?: is\b)?[^.!?:\n]{0,80}?)?"
    r"[*_\"]{0,3}(?:\s{0,9}[:=→]|\s{1,9}[-–—](?=\s)|['’]s(?= )|[*_\s]{0,9}\n|是:?"
    r"| (?:is|(?:would|must|should|could) be|(?:has|seems|appears) to be|ist|lautet|est|es)\b:?)"
    r"|\bi(?:['’]\w\w?| would| will| am)? (?:go(?:ing)? with|choose|pick|propose|suggest|say|guess|came up with)\b:?\s"
    r"|\A(?:i (?:think|believe|guess)(?: (?:it|that)(?:['’]s| is))?|(?:it|that)(?:['’]s| is| would be)|how about) "
)
_HEDGE = re.compile(
    r"(?i)[\s*_]*(?:(?:quite )?(?:likely|probably|perhaps|maybe|simpl[ey])\b[,:]? )?(?:(?:the )?(?:\w{1,20} )?word:? )?"
)
_SUBJECT = re.compile(
    rf"(?im)(?:^|[.!?] )(?:the word )?[{_MARKS}]*{_WORD}[{_MARKS}]* "
    r"(?:(?:is|would be) the (?:\w{1,20} ){0,2}(?:answer|word|solution|link)"
    r"|(?:can be|connects?|combines?|fits?|links?|works?|goes|completes?)\b[^.!?\n]{0,80}?\b(?:all|each|three)"
    r"|can be combined with [^.!?,\n]{1,40},[^.!?\n]{1,80}? and)\b"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NO_WORD = _words(
    "none null unknown unsure idk sure okay ok yes no hmm sorry absolutely certainly definitely unclear unsolvable"
    " thanks maybe perhaps ready understood the a an it it's this that these those i we you they he she let is are was"
    " be not and or to of in as by because my your our its do does can cannot there here what answer's"
)
_NO_HEAD = _words(
    "all each on for with one ones below answer option correct right wrong simple clear obvious based found used above"
    " hard difficult tricky easy so fun true interesting another something noun compound same both either depends using"
    " trying common more first second third last latter former given impossible solution explanation reason reasons"
    " reasoning rationale analysis why thinking thought thoughts here's well great awesome perfect excellent nice good"
    " notes example examples compounds combinations hint hints confidence step steps word words output result response"
    " final task input options candidates meaning definition etymology check clue clues letters question puzzle problem"
    " user human assistant prompt looking considering combining joining connection theme pattern hello hi done enjoy"
    " really kidding"
)
_NO_ANSWER = _NO_HEAD | {""}


def parse_word(text: str) -> str | None:
    """The one word that a reply gives as its answer.

    In order of trust: JSON that names its answer or is the whole reply; a reply that is only the word; LaTeX's box;
    a word at the end that takes back another ("Wait, no: word");
    "final answer:"; "the answer is"; "the word is", "I'd go with"; a first or last line that is the word, the first
    also with an explanation, the last also as a sum ("a, b, c → word"); a sentence that calls its subject the word.
    The first form that is found decides; where it gives two words there is no answer. Takes linear time.
    """
    body = _EMOJI.sub("", _TURN.split(own_turn(text), maxsplit=1)[0])
    found = _in_json(body)
    if found is None:
        body = _LEADS.sub("", without_fences(body).strip(), count=1)
        bracketed, taken_back = re.fullmatch(r"[<\[](\w{4,40})[>\]]", body), _TAKES_BACK.search(body[-_REACH:])
        no_whole = _NO_ANSWER if bracketed or body.endswith(("!", "..", "…")) else {""}
        found = (
            {_one_word(bracketed[1] if bracketed else body)} - no_whole
            or set(map(_one_word, _BOX.findall(body)))
            or {_one_word(taken_back["word"]) if taken_back else ""} - _NO_ANSWER
            or _stated(body)
            or _on_lines(body)
            or {_one_word(match["word"]) for match in _SUBJECT.finditer(body)} - _NO_HEAD
        )
    return (found.pop() or None) if len(found) == 1 else None


def same_word(written: str, accepted: str) -> bool:
    """Whether the word is the accepted one or one of several joined by ``|``; hyphens, spaces, case do not count."""
    word = _bare(written)
    return bool(word) and word in {_bare(right) for right in accepted.split("|")}


def _bare(word: str) -> str:
    return re.sub(r"[\s-]+", "", clean(clean(word).casefold()))


def _one_word(text: str) -> str:
    """The word or the two words that a text is; "" for anything else, and for what says that there is no answer."""
    text = text.strip()
    match = _ALONE.fullmatch(clean(text.casefold())) if len(text) <= _REACH and "\n" not in text else None
    if not match or re.search(r":\W*\Z", text) or _NO_WORD_FORM.fullmatch(match["word"]):
        return ""
    word, parts = match["word"], match["word"].split()
    if len(parts) > 1:
        return word if text[-1] not in ".!?" and (_NO_WORD | _NO_HEAD).isdisjoint(parts) else ""
    return word if word not in _NO_WORD and (len(word) > 1 or not word.isascii()) else ""


def _in_json(body: str) -> set[str] | None:
    """The answers in JSON; None where it is not the form of the reply."""
    found = json_in(body)
    named = [answer for value in found.values for answer in _under_telling_key(value.value)]
    if named or (found.half and body.startswith(("{", "["))):
        return {word for answer in named for word in _opening_words(answer, stated=True) or {""}}
    whole = found.values and not found.rest(body)
    return {_one_word(answer) for value in found.values for answer in strings_in(value.value)} if whole else None


def _under_telling_key(value: Any) -> list[str]:  # noqa: ANN401 - decoded JSON
    keys = {re.split(r"[\s_-]", key.strip().lower())[-1]: key for key in value} if isinstance(value, dict) else {}
    key = next((keys[name] for name in _KEYS if name in keys), None)
    return [] if key is None else list(strings_in(value[key])) or [""]


def _stated(body: str) -> set[str]:
    stated = []
    for match in _STATED.finditer(body):
        behind = _HEDGE.sub("", body[match.end() : match.end() + _REACH], count=1)
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
    return words | {""} if others or _DOUBT.search(body, found[-1][0].end()) else words


def _opening_words(text: str, *, stated: bool) -> set[str]:
    match = _HEAD.match(text[:_REACH])
    word = _one_word(match["word"]) if match else ""
    if not match or not word:
        return set()
    sign, tail = match["sign"].casefold(), match["tail"]
    if not re.fullmatch(_MORE, sign):
        return {word} if stated or _is_explained(word, sign, tail) else set()
    pieces = re.split(_MORE, re.split(r"[.!?:(\n]", tail)[0])
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
    if not line.strip(_MARKS + " .!?"):
        return sign in ("", ".", "!", "?", "\n")
    repeated = _bare(line).count(_bare(word))
    if sign in (":", "=", "→", "->", "-->"):
        return repeated > 1
    return sign not in ("?", "") and len(line.split()) > 2 and not sign.isalpha()


def _on_lines(body: str) -> set[str]:
    lines = [line for line in (_LINE_MARK.sub("", row, count=1)[:_REACH] for row in body.split("\n")) if line.strip()]
    named = [(line, _opening_words(line, stated=False) | ({_one_word(line)} - _NO_ANSWER)) for line in lines]
    ends = (_opening_words(lines[0], stated=False) | {_last_word(lines)} - _NO_ANSWER) if lines else set()
    found = {word for word in ends if all(_bare(word) in _bare(line) for line, others in named if others - {word})}
    return {""} if found and _DOUBT.search(body) else found


def _last_word(lines: list[str]) -> str:
    match = _SUM.fullmatch(lines[-1])
    if not match or any(map(_SUM.fullmatch, lines[:-1])):
        return _one_word(lines[-1])
    word, parts = _one_word(match["word"]), re.split(r"[,;+&]| and ", match["parts"])
    joined = any(re.sub(r"[\W_]", "", part.casefold()) in _bare(word) for part in parts)
    return "" if joined or len(parts) < 2 else word
