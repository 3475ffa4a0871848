"""What a response says about its problem: that it cannot be solved, or how it can, in how many steps."""

from __future__ import annotations

import re

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.text.plausibility import PROSE, implausible
from helm_creativity.text.response import unanswered
from helm_creativity.text.turns import own_turn

_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
_MARKS = re.compile(r"\*\*|__|[*#>\"“”]|<br ?/?>")
_STEP = re.compile(
    r"^\W{0,4}(?:step[ -]?#?\d{1,2}\b|\d{1,2} ?[.):])|(?<=[.!?:;]) ?\W{0,3}step[ -]?\d{1,2}\b"
    r"|(?<=[.!?;]) \d{1,2}[.)] (?=[A-Za-z])",
    re.I | re.M,
)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")
_WORD = re.compile(r"\w")

_ABLE = r"(?:possible|solvable|feasible|doable)"
_IMPOSSIBLE = (
    r"(?:(?:\w{3,20}ly |therefore |thus )?(?:impossible|unsolv[ae]?[ae]?ble|insolvable|infeasible|unfeasible)"
    rf"|not (?:\w{{3,20}}ly )?{_ABLE})\b"
)
_TASK = r"(?:it|this|that|the|(?:the|this|your) (?:\w+ )?(?:problem|task|scenario|situation|question|challenge|puzzle))"
_IS = r"(?:is|was|seems|appears|seems to be|appears to be|would be|may be|might be|will be)"
_DONE = r"(?:solved|done|accomplished|completed|achieved|resolved)"
_CANNOT = r"(?:cannot|can'?t|can not|could not|couldn'?t)"
_COURTESY = (
    r"(?:\W|\b(?:i'm sorry|i am sorry|i'm afraid|i am afraid|sorry|unfortunately|regrettably|sadly|no|but|that|so|well"
    r"|i think|i believe|i would say|(?:answer|verdict|solution|conclusion|solvable|solvability|step ?\d)\b(?=\W*[:.])"
    r")\b)*"
)
_ONLY_COURTESY = re.compile(_COURTESY)
_OPENS = re.compile(
    rf"{_COURTESY}(?:its )?(?:{_IMPOSSIBLE}(?!\?)|{_CANNOT} be {_DONE}\b|no (?:\w+ )?(?:solution|way)\b|none\W*\Z"
    rf"|(?:i|you|we|one) {_CANNOT}\W*\Z)"
)
_ALONE = re.compile(rf"{_COURTESY}{_IMPOSSIBLE}[^\w?:]*")
"""A sentence that says nothing else."""
_ANYWHERE = re.compile(
    rf"\b(?:{_TASK} {_IS}|{_TASK}'s|is simply|making it|makes it|makes this) {_IMPOSSIBLE}"
    rf"|\b{_TASK} (?:isn'?t|wasn'?t) (?:\w+ly )?{_ABLE}\b"
    rf"|\b{_TASK} {_CANNOT} be {_DONE}\b"
    rf"|\b(?:i|we) (?:do not|don'?t) (?:think|believe)(?: that)? {_TASK}(?:'?s| is) {_ABLE}\b"
    r"|\ban impossible (?:task|problem|situation|challenge)\b|\b(?:has|have) no (?:\w+ )?solution\b"
    r"|\bthere(?:'?s| is| seems to be| appears to be)? (?:no|not a|not any) (?:\w+ ){0,3}(?:way|solution)\b"
    r"|\bthere (?:isn'?t|is not) (?:a|any) (?:\w+ ){0,3}(?:way|solution)\b"
    rf"|(?:\A|, )\w+ing\b[^.!?]{{0,120}} (?:(?:is|would be) {_IMPOSSIBLE}|isn'?t {_ABLE}\b)"
)
_OF_THE_WHOLE = re.compile(
    r"\b(?:tools?|items?|objects?|materials?|resources|supplies|equipment|problem|task|solv\w+|solution|unsolvable)\b"
)
"""A sentence that is about the problem, not about one way to solve it."""
_IN_A_CASE = re.compile(r"\b(?:if|while|although|unless)\b")
_IN_FULL = re.compile(r"\b(?:fully|completely|entirely|totally|perfectly|permanently|every)\b")
"""What cannot be done in full may well be done in part."""
_TURNS = re.compile(
    r"\A(?:while|although|though|even though|even if)\b|\b(?:but|however|so|instead)\b[^.]{0,200}"
    r"\b(?:(?:use|try) \w|(?:you|we) (?:can|could|may|might)\b(?! not)|can be (?:used|tied)\b|here(?:'s| is| are)\b"
    r"|this (?:\w+ )?(?:solution|method|approach|way|will|should|would|may|might|can|could|helps?|works?|keeps?)\b"
    r"|the (?:best|closest|following|next|above)\b)"
)
"""A sentence that goes on to a way that is open."""
_UNABLE = re.compile(
    r"\b(?:i|you|we|one)(?:'m|'re)? (?:simply )?(?:cannot|can'?t|can not|could not|couldn'?t"
    r"|(?:do not|don'?t) (?:know|see|think)"
    r"|(?:have|see) no (?:idea|way)|(?:would|will) not be able|won't be able|(?:am |are )?(?:unable|not able))\b"
)
_DECLINES = re.compile(
    r"\bfor (?:me|us)\b|\b(?:assist|comply|fulfil\w*|discuss|engage|request|respond|policy|policies)\b"
    r"|\bhelp(?:ing)?(?: you)?(?: with (?:that|this))?(?:\W*\Z|,)"
    r"|\bas an? (?:ai|(?:large )?language model)\b"
    r"|\b(?:provide|offer|give|answer)\b[^.]{0,200}\b(?:(?:that|this)\W*\Z|you\b)|\banswer (?:that|this)\b"
)


def sentences_of(text: str) -> list[str]:
    """The sentences and lines of a response, lower case, without emphasis; those without a word are left out."""
    plain = _MARKS.sub("", own_turn(text)).lower().translate(_APOSTROPHES)
    return [one.strip() for one in _SENTENCE.split(plain) if _WORD.search(one)]


def steps_of(text: str) -> int:
    """How many steps a response has: those that are numbered ("Step1:", "2."), or its sentences where none is."""
    own = _MARKS.sub("", own_turn(text))
    return len(_STEP.findall(own)) or len(sentences_of(own))


def says_impossible(text: str) -> bool:
    """Whether a response says that its problem cannot be solved.

    It does when it opens so, courtesies aside ("Not possible.", "Unsolvable: ...", "I'm sorry, but it is not possible
    to ... with these items"), or says so in a sentence of its own ("This problem is unsolvable."). Where it goes
    through numbered steps all the same, only a sentence that speaks of the problem or the tools as a whole counts: "It
    is not possible to reach it by hand. Step1: ..." is a solution, and so is "It is impossible to clean it completely,
    but you can ...". "Impossible" in passing and a refusal to help do not count.
    """
    steps = _STEP.search(_MARKS.sub("", own_turn(text))) is not None
    at_start = True
    for sentence in sentences_of(text):
        if _denies(sentence, at_start) and (not steps or _is_final(sentence)):
            return True
        at_start = at_start and _ONLY_COURTESY.fullmatch(sentence) is not None
    return False


def _denies(sentence: str, at_start: bool) -> bool:
    """Whether a sentence says that something cannot be done, other than by the writer's rules."""
    whole = _OF_THE_WHOLE.search(sentence) is not None
    hedged = _TURNS.search(sentence) is not None and (not whole or _IN_FULL.search(sentence) is not None)
    if hedged or _DECLINES.search(sentence):
        return False
    opens = at_start and _OPENS.match(sentence) is not None
    unable = at_start and whole and _UNABLE.search(sentence) is not None
    return opens or unable or _ALONE.fullmatch(sentence) is not None or _ANYWHERE.search(sentence) is not None


def _is_final(sentence: str) -> bool:
    """Whether a sentence among steps takes them back: it speaks of the whole, in every case, and not of perfection."""
    if _ALONE.fullmatch(sentence):
        return True
    limited = _IN_A_CASE.search(sentence) or _IN_FULL.search(sentence)
    return _OF_THE_WHOLE.search(sentence) is not None and limited is None


def unanswered_problem(response: Response) -> FailureReason | None:
    """Why a response cannot be judged, None if it can.

    "It is not possible" is a response to the problem, and no refusal of the task; nor is what cannot be done in one way
    or in full, and is then done in another ("It is not possible to dry it fully, but you can ...").
    """
    reason = unanswered(response, form=PROSE)
    if reason is not FailureReason.REFUSED or response.finish_reason == "content_filter":
        return reason
    if not (says_impossible(response.text) or _goes_on(response.text)):
        return reason
    return FailureReason.IMPLAUSIBLE if implausible(own_turn(response.text), PROSE) else None


def _goes_on(text: str) -> bool:
    """Whether a response that opens with what cannot be done goes on to what can, and does not decline the task."""
    opening = sentences_of(text)[:2]
    if any(_DECLINES.search(one) for one in opening):
        return False
    return _STEP.search(_MARKS.sub("", own_turn(text))) is not None or any(_TURNS.search(one) for one in opening)
