"""What stands around a reply's one word and is talk: how it opens, and where another's turn begins."""

from __future__ import annotations

import re

from helm_creativity.parsing.offered import PLACEHOLDER, REACH, bare, one_word

_QUALITY = r"(?:great|good|nice|fun|interesting|tricky|clever|excellent|lovely|cute)"
_TASK = r"(?:question|one|riddle|puzzle|challenge|task|problem|prompt|idea)"
_PRAISE = rf"(?:(?:what an?|that['’]s an?|an?)\s)?{_QUALITY}(?:\s{_TASK})?"
_CALL = (
    r"(?:sure(?: thing)?|certainly|absolutely|of course|okay|ok|alright|all right|well|hmm+|hm|ah+|aha|oh|yes|yep|yeah"
    r"|eureka|bingo|voilà|so|thus|therefore|hence|then|finally|got it|understood|no problem|easy(?: one)?|simple"
    r"|hello|hi|hey"
    r"|happy to help|thanks|thank you|i know(?: this one)?|final|thinking|assistant|ai|model|bot|chatbot"
    r"|(?:let me|let['’]s|let us) (?:think|see)[^.!?:,…\n]{0,40}"
    r"|natürlich|klar|gerne?|sicher|bien sûr|d'accord|claro|por supuesto|certo)"
)
_LEAD = re.compile(
    rf"(?:(?P<lead>{_CALL}(?:\s?[!?,:…]+|\s?\.+)|{_PRAISE}\s?[!,.…]+|what am i\?)[ \t]*(?=[^\s!?,:….])"
    r"|(?P<hedge>perhaps|maybe|probably|possibly|most likely)\s(?=\S{1,40}\s*\Z))",
    re.IGNORECASE,
)
_PRAISED = re.compile(rf"{_QUALITY}\s{_TASK}\W*", re.IGNORECASE)
_MOST_LEADS = 4
_IDLE = frozenset(
    {
        *(
            "ready",
            "done",
            "thinking",
            "understood",
            "noted",
            "agreed",
            "go",
            "next",
            "please",
            "processing",
            "working",
        ),
        *("enjoy", "cheers", "really", "exactly", "finished"),
    }
)

_TURN = re.compile(
    r"\n[ \t]*\W{0,6}(?:user|human|q|question|instructions?|riddle|problem|task|prompt)\b\W{0,4}:", re.IGNORECASE
)

_SHELL = re.compile(
    r"\s*(?:<(?P<tag>[a-z]\w{0,20})>\s{0,9}(?P<tagged>[^<>\n]{1,80})</(?P=tag)>"
    r"|print\(\s{0,9}[\"'](?P<printed>[^\"'\n]{1,80})[\"']\s{0,9}\);?"
    r"|\${0,2}\s{0,9}\\(?:text|math)[a-z]{0,4}\{(?P<set>[^{}\n]{1,80})\}\s{0,9}\${0,2})[.!]?\s*",
    re.IGNORECASE,
)

_TERM = r"[\"'`*_“”]{0,3}[^\W\d_][\w'’-]{0,30}[\"'`*_“”]{0,3}"
_GIVES = (
    r"(?:gives?(?:\sus)?|makes?|forms?|yields?|produces?|creates?|becomes?"
    r"|(?:(?:blend|combine|merge|mix)(?:s|d|ed)?\s)(?:in)?to(?:\s(?:form|make|give|become|get))?)"
)
_PLUS = r"\s{0,3}(?:[+,&]|,?\s(?:and|plus)\s)\s{0,3}(?:and\s)?"
_SUM = re.compile(
    r"(?:(?:blending|combining|merging|joining|mixing)\s)?"
    rf"(?P<terms>{_TERM}(?:{_PLUS}{_TERM}){{1,3}})"
    rf"(?:\s{{0,3}}(?:[-=]>|=|→|⇒)\s{{0,3}}|\s{_GIVES}\s)(?P<word>{_TERM})\W*",
    re.IGNORECASE,
)
_NO_SUM = frozenset({"nothing", "none", "sense", "words", "trouble", "both", "two", "three"})
_LETTERS = re.compile(r"[^\W\d_][\w'’-]*")


def without_leads(text: str) -> str:
    """The text without the talk that it opens with ("Sure!", "Great question!", "So,"), if more stands on that line.

    "Well: wellbeing, stairwell" opens with the answer, which the rest repeats. "" where more talk is all that follows
    ("Okay, ready.").
    """
    for _ in range(_MOST_LEADS):
        lead = _LEAD.match(text)
        phrase = bare((lead["lead"] or lead["hedge"]).rstrip(" !?,:….\t")) if lead else ""
        rest = text[lead.end() :] if lead else ""
        if rest.strip(" .!…\n").casefold() in _IDLE:
            return ""
        if not lead or phrase in bare(text[lead.end() : lead.end() + REACH]):
            break
        text = text[lead.end() :]
    return text


def is_idle(text: str) -> bool:
    """Whether it only praises the question, or says where a word would stand."""
    return bool(_PRAISED.fullmatch(text) or PLACEHOLDER.fullmatch(text.strip()))


def first_turn(text: str) -> str:
    """What stands before the next question, which small models that go on put into the mouth of a user."""
    turn = _TURN.search(text)
    return text[: turn.start()].strip() if turn else text


def in_shell(text: str) -> str:
    """What stands in the tags, the call of print or the LaTeX command that are all of the text; "" without any."""
    shell = _SHELL.fullmatch(text)
    return next(filter(None, (shell["tagged"], shell["printed"], shell["set"])), "") if shell else ""


def summed(line: str) -> str:
    """The word that a line makes of others, as in "smoke + fog = smog"; "" for a mere compound, and for other lines."""
    match = _SUM.fullmatch(line.strip()[:REACH])
    if not match:
        return ""
    terms = [bare(one) for one in _LETTERS.findall(match["terms"]) if one not in ("and", "plus")]
    word = one_word(match["word"])
    return "" if word in _NO_SUM or bare(word) in ("".join(terms), "".join(reversed(terms))) else word
