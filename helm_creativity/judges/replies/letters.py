"""The letter of a reply: {"answer": "B"}, "B", "(B)", "B. Similar", "Answer: B"; not the "A" of "A similar idea"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.scores import PossibleRating, agreed, key_words, objects_in, stands_alone
from helm_creativity.judges.replies.text import OwnWords, own_words
from helm_creativity.judges.replies.words import read_word

_KEYS = frozenset(
    {"answer", "choice", "letter", "option", "verdict", "judgment", "judgement", "classification", "label", "category"}
    | {"class", "result", "selection", "decision", "response", "grade", "rating", "score", "output"}
    | {"winner", "better", "best", "preferred", "preference", "pick", "stronger"}
)
_NOUN = (
    r"(?<![A-Za-zÀ-ÿ])(?:answer|choice|letter|verdict|conclusion|selection|decision|judge?ment|classification|grade"
    r"|winner|preference|preferred|pick|better|best|stronger|(?:more|most) \w{3,14}(?= (?:one|response"
    r"|is\b)|[ \t]?[:=])"
    r"|(?:better|best|stronger|winning|preferred|more \w{3,14}) (?:one|response|answer|text|story|idea|option)"
    r"|antwort|réponse|respuesta|risposta|resposta|opción|opção|opzione|ответ|الإجابة)(?![A-Za-zÀ-ÿ])"
    r"(?: (?:correct[ao]|correcte)| to (?:this|the) question)?"
)
_SIGN = r"(?:(?:is|would be|should be|must be|lautet|es|est|ist|è|é)(?![A-Za-zÀ-ÿ])|是|为|為|は|[:=>–—-])"
_THING = r"(?:option|choice|letter|answer|category|response|text|story|idea|candidate|entry|assistant|model)"
_BEFORE = (
    r"[ \t]{0,3}:?\s{0,4}(?:(?:the|la|clearly|definitely|most likely|probably|therefore|simply|either) )?"
    rf"[\"'(\[{{<]{{0,3}}(?:{_THING}[ \t]{{0,2}}:?[ \t]{{0,2}})?[\"'(\[{{<]{{0,3}}[ \t]{{0,2}}"
)
_ANSWER = (
    rf"(?:{_NOUN}[\"')\]]{{0,3}}[ \t]{{0,20}}{_SIGN}"
    rf"|(?:答案|回答|答え|選択|选择|选项|選項|选|選|정답|답)[ \t]{{0,3}}{_SIGN}?){_BEFORE}"
)
_CHOOSE = (
    r"(?<!\w)(?:I|we)(?:['’](?:d|ll)| would| will)?"
    r" (?:classify (?:it|this|these|them) as|choose|select|pick|prefer|favou?r|vote for|go with|answer"
    r"|opt for|say|lean towards?|(?:think|believe|guess)(?: that)? it(?:['’]s| is)"
    r"|(?:change|correct|revise) my (?:answer|choice) to) "
)
_CORRECTED = (
    r"\b(?:wait|actually|correction|scratch that)\b[ \t,;:.…–—-]{1,4}"
    r"(?:(?:no|actually|it['’]s|it is|the answer is)[, \t]{1,3}){0,3}[\"'(\[]{0,2}"
)
_IN_OTHERS = r"(?<!\w)(?:ich (?:wähle|nehme|bevorzuge)|elijo|je choisis|scelgo|escolho|выбираю|falls? (?:under|into)) "
_ALONE = r"(?![A-Za-zÀ-ÿ\d+#&^_])(?!['’][A-Za-z])(?![-–][A-Za-z\d])(?!\.[A-Za-z]\.)"
# What must follow a letter that is also a word, or is a small one.
_ENDS = (
    r"(?=[\"')\]}>]{0,3}[ \t]{0,3}(?:\n|\Z|[^A-Za-zÀ-ÿ\d\s]|(?:because|since|as|for|due|given|but|(?:over|to"
    r"|than) (?-i:[A-Z])\b)\b))"
)
_BESIDE = (
    r"[\"')\]}]{0,3}[ \t]{0,2}(?:/|,|&|[=≈~]<?|or\b|and\b)[ \t]{0,2}"
    rf"(?:or |and )?(?:{_THING} )?[\"'(\[{{]{{0,2}}"
)
_IS_ANSWER = (
    r"[\"')\]]{0,3} (?:it is\b|(?:is|seems|would be) (?:the )?(?:(?:most|best) )?(?:\w{3,12} )?(?:answer"
    r"|choice|option|correct)\b)"
)
_COMPARED = (
    r"(?<![\w'’>≻-])(?<![>≻»] )(?<!not )(?<!nor )(?<!and )(?<!than )(?<!over )(?<!if )(?<!= )"
    rf"(?:{_THING} )?[\"'(\[]{{0,3}}"
)
_DENIED = re.compile(r"(?:\b(?:not|neither|nor|never|hardly|if|whether)\b|n['’]t\b)[^.!?,;\n]*\Z", re.IGNORECASE)
_WORSE = (
    rf"{_COMPARED}[A-Z] (?:loses (?:out )?to|(?:is|was|feels|seems) (?:clearly |much |far |slightly |somewhat )?"
    rf"(?:worse|weaker|inferior|less \w{{3,14}}))(?: than| to)? (?:{_THING} )?"
)
# "B is better", "A beats B", "B > C > A": behind the letter.
_BETTER = (
    r"[\"')\]]{0,3}(?:\s{0,3}(?:>{1,3}|≻|»)\s{0,3}(?:" + _THING + r" )?[A-Z]\b| over [A-Z]\b"
    r"|,? (?:clearly |easily |narrowly |just )?(?:wins|beats|outperforms|outshines|surpasses|edges out)\b"
    r"|,? (?:fits|works|reads) (?:best|better)\b|,? (?:is|was|feels|seems|reads as"
    r"|comes across as)(?: (?:clearly|much|far|slightly|somewhat|a bit"
    r"|a little|considerably|by far|overall|still|simply"
    r"|marginally|significantly|decidedly)){0,2} (?:the )?(?!\w+ than\W*\Z)(?:better|best|stronger"
    r"|strongest|superior|preferable|preferred|more|most|winner)\b)"
)
_MARKS = r"[ \t\"'(\[{<>#•✅✔☑👉→-]{0,8}"
# What is in brackets before a sentence is its subject: "[Assistant A] answers well".
_HEAD = (
    r"(?![\"')}>]{0,2}\][ \t]+(?!because\b|since\b|as\b|for\b)(?-i:[a-z]))"
    r"(?=[\"')\]}>]{0,3}(?:[.:!)\]。✅✔☑]|,? (?:since|because|as|for)\b|[ \t]{0,3}(?:[-–—(]|because\b|\n|\Z)))"
)
_RATED_LETTER = re.compile(
    rf"(?<![\w'’])(?:(?i:{_THING}) )?([A-Z])\)?[ \t]{{0,2}}[:=(–-][ \t]{{0,2}}"
    r"\d{1,3}(?:\.\d{1,2})?(?:/\d{1,3})?\)?(?![\w%])"
)
_LESS = re.compile(
    rf"(?<![\w'’<=-])(?:(?i:{_THING}) )?[A-Z](?:[ \t]?<{{1,3}}[ \t]?(?:(?i:{_THING}) )?[A-Z])+(?![\w>]|[ \t]?>)"
)
_LESS_THAN = re.compile(r"([ \t]?<{1,3}[ \t]?)")
_VALUED = re.compile(
    r"^[ \t|>•-]{0,6}(?:\[(?P<box>[ xX✓✔])\][ \t]|(?P<mark>[☐☑✅❌])[ \t])?(?P<letter>[A-Z])(?![A-Za-z])"
    r"[ \t.:)|=-]{0,9}(?P<value>\d{1,3}(?:\.\d{1,6})?[ \t]?%?|yes|no|true|false|[✓✔✗✘☐☑✅❌x]?)[ \t|.]{0,4}$",
    re.MULTILINE,
)
_PLACED = re.compile(
    rf"^[ \t#>-]{{0,6}}(?P<place>[1-9])(?:[.:)]|st\b|nd\b|rd\b"
    rf"|th\b):?[ \t]{{1,3}}(?i:{_THING} )?(?P<letter>[A-Z])(?![\w'’])",
    re.MULTILINE,
)
_COMPARISON = re.compile(r"(?<![\w<>=+])([AB])[ \t]?(>>?|=)[ \t]?(?!\1)([AB])(?![\w<>=+])")
# Nothing else is in the reply.
_WHOLE = {
    r"A\+\+": "A>>B",
    r"B\+\+": "B>>A",
    rf"{_THING} (?:1|A) (?:is|was) better": "A>B",
    rf"{_THING} (?:2|B) (?:is|was) better": "B>A",
    rf"(?:it['’]s |it is |this is )?(?:an? )?tie|(?:both|they|the two|both {_THING}s) are equally good": "A=B",
}
_WORDS = "AI"
_MOST = 400
_BACK = 40


def read_letter(answer: Response, values: Mapping[str, float], *, rated: Sequence[str]) -> ParsedRating:
    """The value of the letter that a reply chooses.

    In this order: JSON under "answer" and its like, of which the value alone decides; the one letter with the highest
    probability, a "yes" or a tick, where each letter has a value; one in a box ("[[B]]", "[[B>A]]"); a final one
    ("Final answer: B"); one behind
    "answer" and its like, or before "is the answer"; one alone on a line or at its head. Where the first of these
    forms that occurs has two different letters, the reply is ambiguous, unless the last is introduced as final or
    corrected. The letters as a question lists them ("A/B/C/D", or a line with words for each) are no choice. A small
    letter needs punctuation or the end of a line behind it, and so does one that is a word ("A").
    """
    if values and all(map(_COMPARISON.fullmatch, values)):
        return _read_comparison(answer, values, rated)
    letters = "".join(values)
    if len(letters) != len(values) or not re.fullmatch("[A-Z]{2,}", letters):
        raise ValueError(f"letters must be two or more different capitals from A to Z, got {list(values)}")
    own = own_words(answer, rated)
    if isinstance(own, MissingReason):
        return ParsedRating(None, own)
    listed = rf"(?<![A-Za-z]){'[ ,/|]{1,3}(?:or |and )?'.join(letters)}(?![A-Za-z])"
    own = own._replace(text=re.sub(listed, lambda match: " " * len(match[0]), own.text, flags=re.IGNORECASE))
    own = own._replace(text=_best_first(_without_options(own.text, letters)))
    lined = [] if own.reply.truncated else list(_best_of_lines(own, letters))
    in_json = _letters_in_json(own, letters, _letter(letters))
    own = own._replace(text=_without_values(own.text, letters))
    letter, capital = _letter(letters), f"(?-i:[{letters}])"
    bare = f"(?P<letter>{capital})(?P<beside>(?!))?"
    tie = rf"(?P<letter>{capital})(?P<beside>[ \t]?[=≈][ \t]?(?:{_THING} )?{capital})(?!\w)"
    forms = (
        in_json,
        lined,
        _named(
            own,
            letters,
            rf"\[{{2,4}}[ \t]{{0,3}}(?=[A-Z][ \t]?(?:>|\])){letter}",
            rf"\[\[[ \t]?(?P<letter>[{letters}])[ \t]?(?P<beside>=)",
        ),
        _final_letters(own, letters, letter),
        _named(
            own,
            letters,
            rf"(?:{_ANSWER}|(?:{_CHOOSE}|{_IN_OTHERS}){_BEFORE}){letter}",
            rf"(?<!\w)(?:so|hence|thus|therefore)[:,]? {letter}{_HEAD}",
            rf"(?<![\w'’-]){letter}{_IS_ANSWER}",
        ),
        (
            better
            for better in _named(own, letters, rf"{_COMPARED}{bare}{_BETTER}", rf"{_WORSE}{bare}", rf"{_COMPARED}{tie}")
            if not _DENIED.search(own.text, max(0, better.begin - _BACK), better.begin)
        ),
        _named(
            own,
            letters,
            rf"(?<!\w)(?:rank\w*|order)[^:\n]{{0,40}}:[ \t]{{0,3}}{bare}"
            rf"(?:[ \t]{{0,3}}[,>≻][ \t]{{0,3}}[A-Z]){{{len(letters) - 1}}}\b",
        ),
        _ranked(own, letters),
        (
            head
            for head in _named(
                own,
                letters,
                rf"^{_MARKS}(?:(?!category){_THING} |category (?=\w\W{{0,5}}\Z)|(?:so|hence|thus"
                rf"|therefore)[:,]? )?{letter}{_HEAD}",
            )
            if _opens_or_closes(head, own)
        ),
    )
    for form in forms:
        if found := agreed(form, own):
            place = found.reading.value
            return found.reading if place is None else ParsedRating(float(values[letters[int(place)]]))
    return ParsedRating(None, own.missing)


def _read_comparison(answer: Response, values: Mapping[str, float], rated: Sequence[str]) -> ParsedRating:
    text = _best_first(answer.text)
    for words, comparison in _WHOLE.items():
        if re.fullmatch(rf"[\W_]*?(?:{words})[\W_]*", text, re.IGNORECASE):
            text = comparison
    strong = "A>>B" in values or "B>>A" in values
    text = _COMPARISON.sub(lambda signs: signs[1] + (signs[2] if strong else signs[2][0]) + signs[3], text)
    return read_word(replace(answer, text=text), values, rated=rated)


def _without_options(text: str, letters: str) -> str:
    option = re.compile(rf"^{_MARKS}([{letters}])[.:)\]][ \t]{{1,9}}[^\W\d][^\n]{{2,}}$", re.MULTILINE)
    if {line[1] for line in option.finditer(text)} != set(letters):
        return text
    return option.sub(lambda line: " " * len(line[0]), text)


def _without_values(text: str, letters: str) -> str:
    """The text without letters that have a rating each: "A: 7/10, B: 8/10" says neither."""
    if {match[1] for match in _RATED_LETTER.finditer(text)} != set(letters):
        return text
    return _RATED_LETTER.sub(lambda match: " " * len(match[0]), text)


def _best_first(text: str) -> str:
    """The text with "B > A" in the place of "A < B", as long as it was."""
    return _LESS.sub(lambda chain: "".join(reversed(_LESS_THAN.split(chain[0]))).replace("<", ">"), text)


def _letter(letters: str) -> str:
    sure = "".join(letter for letter in letters if letter not in _WORDS)
    either = rf"(?-i:{f'[{sure}]{_ALONE}|' if sure else ''}[{letters}{letters.lower()}]{_ALONE}{_ENDS})"
    return rf"(?P<letter>{either})(?P<beside>{_BESIDE}{either})?"


def _final_letters(own: OwnWords, letters: str, letter: str) -> Iterator[PossibleRating]:
    patterns = (
        rf"(?:(?<!\w)(?:(?:final|correct|best) {_ANSWER}|final: )|{_CORRECTED}){letter}",
        rf"\A{_MARKS}not [A-Z](?:,? but (?:rather )?|[.,;][ \t]{{1,3}}){letter}{_HEAD}",
    )
    for final in _named(own, letters, *patterns):
        yield final._replace(begin=final.span[0])


def _named(own: OwnWords, letters: str, *patterns: str) -> Iterator[PossibleRating]:
    flags = re.IGNORECASE | re.MULTILINE
    found = [match for pattern in patterns for match in islice(re.finditer(pattern, own.text, flags), _MOST)]
    for match in sorted(found, key=lambda match: match.start("letter")):
        yield PossibleRating(_reading(match, letters), match.start(), match.span("letter"))


def _opens_or_closes(head: PossibleRating, own: OwnWords) -> bool:
    text, (start, end) = own.text, head.span
    before, line_end = text[max(0, start - _BACK) : head.begin].strip(), text.find("\n", end)
    if not re.search(r"\w", text[end : len(text) if line_end < 0 else line_end]):
        return True
    bulleted = re.search(r"[-•#]", text[head.begin : start])
    return not bulleted and (not before or before[-1] == ":" or (line_end < 0 and not own.reply.truncated))


def _letters_in_json(own: OwnWords, letters: str, letter: str) -> Iterator[PossibleRating]:
    pattern = re.compile(rf"{_MARKS}(?:{_THING}[: ]{{1,2}})?{letter}{_HEAD}", re.IGNORECASE)
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
                match = pattern.match(content.strip()) if named and isinstance(content, str) else None
                if match:
                    yield PossibleRating(_reading(match, letters), value.start, span, alone, key or "?")


def _best_of_lines(own: OwnWords, letters: str) -> Iterator[PossibleRating]:
    lines = list(_VALUED.finditer(own.text)) if len(own.text) < _MOST * _BACK else []
    best = _best({line["letter"]: line["box"] or line["mark"] or line["value"] for line in lines}, letters)
    if best is not None and len(lines) == len(letters):
        yield PossibleRating(ParsedRating(best), lines[0].start(), (lines[0].start(), lines[-1].end()), alone=True)


def _ranked(own: OwnWords, letters: str) -> Iterator[PossibleRating]:
    """The first of the letters where each has a place: "1. B", "2. C"."""
    lines = list(_PLACED.finditer(own.text))
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
    place = float(letters.index(match["letter"].upper()))
    return ParsedRating(None, MissingReason.AMBIGUOUS) if match["beside"] else ParsedRating(place)
