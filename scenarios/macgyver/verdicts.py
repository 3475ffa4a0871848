"""What an answer says of its problem: that it cannot be solved, or how it can, in so many steps."""

from __future__ import annotations

import re

from helm_creativity.responses import Answer, Unscored, unanswered
from helm_creativity.responses.turns import own_turn

_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
_MARKS = re.compile(r"\*\*|__|[*#>\"“”]|<br ?/?>")
_STEP = re.compile(
    r"^\W{0,4}(?:step[ -]?#?\d{1,2}\b|\d{1,2} ?[.):])|(?<=[.!?:;]) ?\W{0,3}step[ -]?\d{1,2}\b", re.I | re.M
)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")
_WORD = re.compile(r"\w")

_IMPOSSIBLE = (
    r"(?:(?:\w{3,20}ly |therefore |thus )?(?:impossible|unsolv[ae]?[ae]?ble|insolvable|infeasible|unfeasible)"
    r"|not (?:\w{3,20}ly )?(?:possible|solvable|feasible|doable))\b"
)
_TASK = r"(?:it|this|that|the|(?:the|this|your) (?:\w+ )?(?:problem|task|scenario|situation|question|challenge|puzzle))"
_IS = r"(?:is|was|seems|appears|seems to be|appears to be|would be|may be|might be|will be)"
_DONE = r"(?:solved|done|accomplished|completed|achieved|resolved)"
_COURTESY = re.compile(
    r"(?:\W|\b(?:i'm sorry|i am sorry|i'm afraid|i am afraid|sorry|unfortunately|regrettably|sadly|no|but|that|so|well"
    r"|i think|i believe|i would say|(?:answer|verdict|solution|conclusion|solvable|step ?\d)\b(?=\W*[:.]))\b)*"
)
_AT_START = re.compile(rf"{_IMPOSSIBLE}|(?:cannot|can't) be {_DONE}\b|no (?:\w+ )?(?:solution|way)\b|none\W*\Z")
_ANYWHERE = re.compile(
    rf"\b(?:{_TASK} {_IS}|{_TASK}'s|is simply|making it|makes it|makes this) {_IMPOSSIBLE}"
    rf"|\b{_TASK} (?:isn't|wasn't) (?:\w+ly )?(?:possible|solvable|feasible)\b"
    rf"|\b{_TASK} (?:cannot|can't|can not|could not) be {_DONE}\b"
    r"|\bthere (?:is|seems to be|appears to be|'s)? ?(?:no|not a|not any) (?:\w+ ){0,3}(?:way|solution)\b"
    r"|\bthere (?:isn't|is not) (?:a|any) (?:\w+ ){0,3}(?:way|solution)\b"
    rf"|\A\w+ing\b[^.!?]{{0,120}} (?:is|would be) {_IMPOSSIBLE}"
)
_OF_THE_WHOLE = re.compile(
    r"\b(?:tools?|items?|objects?|materials?|resources|supplies|equipment|problem|task|solv\w+|solution|unsolvable)\b"
)
"""A sentence that is about the problem, not about one way to solve it."""
_IN_A_CASE = re.compile(r"\b(?:if|while|although|unless)\b")
_UNABLE = re.compile(
    r"\b(?:i|you|we|one) (?:simply )?(?:cannot|can't|can not|could not|couldn't|(?:do not|don't) (?:know|see|think)"
    r"|(?:have|see) no (?:idea|way)|(?:would|will) not be able|won't be able|am unable|are unable|am not able)\b"
)
_DECLINES = re.compile(
    r"\bfor (?:me|us)\b|\b(?:assist|comply|fulfil\w*|discuss|engage|request|respond|policy|policies)\b"
    r"|\bhelp(?:ing)?(?: you)?(?: with (?:that|this))?\W*\Z"
    r"|\b(?:provide|offer|give|answer)\b[^.]*\b(?:that|this|you)\b"
)


def sentences_of(text: str) -> list[str]:
    """The sentences and lines of an answer, lower case, without emphasis; those without a word are left out."""
    plain = _MARKS.sub("", own_turn(text)).lower().translate(_APOSTROPHES)
    return [one.strip() for one in _SENTENCE.split(plain) if _WORD.search(one)]


def steps_of(text: str) -> int:
    """How many steps an answer has: those that are numbered ("Step1:", "2."), or its sentences where none is."""
    own = _MARKS.sub("", own_turn(text))
    return len(_STEP.findall(own)) or len(sentences_of(own))


def says_impossible(text: str) -> bool:
    """Whether an answer says that its problem cannot be solved.

    It does when it opens so, courtesies aside ("Not possible.", "Unsolvable: ...", "I'm sorry, but it is not possible
    to ... with these items"), or says so in a sentence of its own ("This problem is unsolvable."). Where it goes
    through numbered steps all the same, only a sentence that speaks of the problem or the tools as a whole counts: "It
    is not possible to reach it by hand. Step1: ..." is a solution. "Impossible" in passing and a refusal to help are no
    verdicts.
    """
    steps = _STEP.search(_MARKS.sub("", own_turn(text))) is not None
    at_start = True
    for sentence in sentences_of(text):
        final = _OF_THE_WHOLE.search(sentence) and not _IN_A_CASE.search(sentence)
        if _denies(sentence, at_start) and (final or not steps):
            return True
        at_start = at_start and _COURTESY.fullmatch(sentence) is not None
    return False


def _denies(sentence: str, at_start: bool) -> bool:
    """Whether a sentence says that something cannot be done, other than by the writer's rules."""
    if _DECLINES.search(sentence):
        return False
    courtesy = _COURTESY.match(sentence)
    opens = at_start and courtesy is not None and _AT_START.match(sentence, courtesy.end()) is not None
    unable = _UNABLE.search(sentence) is not None and _OF_THE_WHOLE.search(sentence) is not None
    return opens or _ANYWHERE.search(sentence) is not None or (at_start and unable)


def unanswered_problem(answer: Answer) -> Unscored | None:
    """Why an answer cannot be judged, None if it can. "It is not possible" is an answer, and no refusal of the task."""
    reason = unanswered(answer)
    spoken = reason is Unscored.REFUSED and answer.finish_reason != "content_filter"
    return None if spoken and says_impossible(answer.text) else reason
