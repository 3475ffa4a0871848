"""What a response says about its problem: that it cannot be solved, or how it can, in which steps, with which things.

In names of things words are folded, so that singular and plural are one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.scenarios.macgyver.items import HOUSEHOLD
from helm_creativity.text.plausibility import PROSE, implausible
from helm_creativity.text.response import unanswered
from helm_creativity.text.turns import own_turn

END = "."
"""The token in place of what ends a sentence or a line."""

_HYPHEN = re.compile(r"(?<=\w)[-/‐‑–](?=\w)")
_TOKEN = re.compile(r"[^\W_]+|[.;:!?\n]+")
_POSSESSIVE = re.compile(r"['’]s?\b")

_LOOK_BACK = 3
# What stands before a thing that is not there, or that only serves as a likeness.
_NOT_USED = frozenset(("no", "not", "without", "lack", "instead", "like", "as", "makeshift", "improvised", "diy"))
_MADE = frozenset(("make", "form", "create", "fashion", "build", "construct", "become", "resemble"))
_SHAPED = frozenset(("bend", "bent", "fold", "shape", "twist", "turn", "roll", "cut", "tie", "braid", "unbend", *_MADE))
# What stands behind a name that is a verb: "tape the", "clip it".
_OBJECT_OF_VERB = frozenset(("the", "a", "an", "it", "them", "your", "down", "together", "shut"))
_ARTICLE = re.compile(
    r"\A(?:(?:and|or|some|a few|a couple of|several|a|an|the|your|one|two|three|four|five|six|ten|\d+) )+",
    re.IGNORECASE,
)
_ADDED = re.compile(
    r"\s*(?:\(|,| (?:with|without|that|which|whose|but|for|made|filled|full|from|in|on|at|to|having|containing)\b)"
)
_KNOWN_BY_ITS_END = 4


@lru_cache(maxsize=1)
def household() -> Mapping[tuple[str, ...], str]:
    """Objects of everyday life by their folded words; lines of the file that begin with ``#`` are comments."""
    lines = (line.strip() for line in HOUSEHOLD.read_text("utf-8").splitlines())
    return {tuple(tokenize(line)): line for line in lines if line and not line.startswith("#")}


def fold(word: str) -> str:
    """One spelling for singular and plural: "knife", "knives" are "knif". It need not be a word.

    By ending alone, so that rare plurals stay apart ("axe", "axes") and no two words of the kitchen fall together that
    should not.
    """
    if len(word) > 4 and word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        word = word[:-2]
    elif len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        word = f"{word[:-2]}y"
    if len(word) > 3 and word.endswith(("ve", "fe")):
        return f"{word[:-2]}f"
    return word[:-1] if len(word) > 3 and word.endswith("oe") else word


def tokenize(text: str) -> list[str]:
    """Folded words in lower case, hyphens undone, with ``END`` where a sentence, a clause or a line ends."""
    plain = _HYPHEN.sub(" ", _POSSESSIVE.sub("", own_turn(text).lower()))
    return [fold(token) if token[0].isalnum() else END for token in _TOKEN.findall(plain)]


def ngrams(tokens: Sequence[str], longest: int = 3) -> set[str]:
    """All sequences of up to ``longest`` tokens, joined without a space: "key ring" and "keyring" are one."""
    return {
        "".join(tokens[i : i + n])
        for n in range(1, longest + 1)
        for i in range(len(tokens) - n + 1)
        if END not in tokens[i : i + n]
    }


def tool_names(tool: str) -> set[str]:
    """What a tool may be called in a response, folded: its name, and the nouns at its head.

    "a roll of duct tape (nearly empty)" is "rollofducttape", "roll", "ducttape" or "tape".
    """
    bare = _ADDED.split(_ARTICLE.sub("", f"{tool.strip()} ", count=1), maxsplit=1)[0]
    parts = [tokens for part in re.split(r"\bof\b", bare) if (tokens := tokenize(part))]
    names = {"".join(tokens) for tokens in parts} | {tokens[-1] for tokens in parts}
    return names | {"".join(tokenize(bare))} if parts else set()


def tools_named(response: str, tools: Sequence[str]) -> list[str]:
    """Those of the tools that the response names, by their whole name or by its last noun, in their order.

    A noun that two tools share ("plastic cup", "paper cup") names neither of them alone.
    """
    named = ngrams(tokenize(response), longest=5)
    names = [tool_names(tool) for tool in tools]
    shared = [set().union(*names[:i], *names[i + 1 :]) for i in range(len(names))]
    return [tool for tool, own, others in zip(tools, names, shared, strict=True) if named & (own - others)]


def foreign_tools(
    response: str, available: Iterable[str], objects: Mapping[tuple[str, ...], str] | None = None
) -> list[str]:
    """Objects that a response uses although they are not there, each once, in the order of the response.

    An object is a name from the list of household objects, in whole words, singular or plural, the longest that fits.
    It is there if the problem has it, its last word ("duct tape" where there is tape), or a word that ends with it
    ("phone" where there is a smartphone). Not counted: what stands behind "no", "without", "like", "as" and their like
    within three words, what something else is made into ("bend it into a hook"), and names used as verbs ("tape the
    ends"). It finds what is listed, so that the number is a lower bound.
    """
    listed = household() if objects is None else objects
    longest = max(map(len, listed), default=0)
    there = set().union(*(ngrams(tokenize(text)) for text in available))
    tokens = tokenize(response)
    found: dict[str, None] = {}
    i = 0
    while i < len(tokens):
        sizes = (n for n in range(longest, 0, -1) if tuple(tokens[i : i + n]) in listed)
        size = next(sizes, 0)
        if size:
            name = tuple(tokens[i : i + size])
            if not _is_there(name, there) and not _is_no_use(tokens, i, size):
                found[listed[name]] = None
        i += max(size, 1)
    return list(found)


def _is_there(name: Sequence[str], there: Collection[str]) -> bool:
    if "".join(name) in there or name[-1] in there:
        return True
    return len(name[-1]) >= _KNOWN_BY_ITS_END and any(word.endswith(name[-1]) for word in there)


def _is_no_use(tokens: Sequence[str], start: int, size: int) -> bool:
    after = tokens[start + size] if start + size < len(tokens) else END
    if size == 1 and (after in _OBJECT_OF_VERB or (start and tokens[start - 1] == "to")):
        return True
    sentence = tokens[:start]
    if END in sentence:
        sentence = sentence[len(sentence) - sentence[::-1].index(END) :]
    near = sentence[-_LOOK_BACK:]
    into = "into" in near and any(word in _SHAPED for word in sentence)
    return into or any(word in _NOT_USED or word in _MADE for word in near)


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
_NO_DENIAL = re.compile(
    rf"(?:{_IMPOSSIBLE}|\bno way|\b{_CANNOT}) (?:to |(?:it|this|that|you|we|one) (?:can|could|will) )?"
    r"(?:fail\b|go wrong\b|(?:do|get) (?:it|this|that) wrong\b|be done (?:wrong|better|any \w+er)\b|overstate\b"
    r"|not (?:to )?(?:succeed|work)\b|(?:see|think of|find) (?:an?|any) (?:problem|better|simpler|easier)\b"
    r"|(?:lose|miss)(?: it)?(?=\W*\Z))"
    rf"|\b(?:nothing|no (?:problem|task|puzzle|challenge|situation))(?:'s| is| was) (?:ever |truly )?{_IMPOSSIBLE}"
    rf"|(?:\bnot|n't|\bhardly|\bscarcely|\bfar from|\banything but|\bnever)(?: an?)? {_IMPOSSIBLE}"
    rf"|{_IMPOSSIBLE} (?:at first|until)\b|\bno way around\b"
    r"|\bno (?:\w+ )?(?:better|simpler|easier|faster|quicker|other) (?:way|solution)\b|\bno solution is \w+er\b"
)
"""What is said of a way that works: "impossible to fail", "nothing is impossible", "no better way"."""
_TAKES_BACK = re.compile(
    r"(?:but|yet|however),? (?:(?:it|this|that)(?: is not|'s not| isn'?t)"
    r"|there(?:'s| is) (?:an?|one) (?:\w+ )?(?:way|trick))\b"
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


def split_sentences(text: str) -> list[str]:
    """The sentences and lines of a response, lower case, without emphasis; those without a word are left out."""
    plain = _MARKS.sub("", own_turn(text)).lower().translate(_APOSTROPHES)
    return [sentence.strip() for sentence in _SENTENCE.split(plain) if _WORD.search(sentence)]


def count_steps(text: str) -> int:
    """How many steps a response has: those that are numbered ("Step1:", "2."), or its sentences where none is."""
    own = _MARKS.sub("", own_turn(text))
    return len(_STEP.findall(own)) or len(split_sentences(own))


def says_impossible(text: str) -> bool:
    """Whether a response says that its problem cannot be solved.

    It does when it opens so, courtesies aside ("Not possible.", "Unsolvable: ...", "I'm sorry, but it is not possible
    to ... with these items"), or says so in a sentence of its own ("This problem is unsolvable."). Where it goes
    through numbered steps all the same, only a sentence that speaks of the problem or the tools as a whole counts: "It
    is not possible to reach it by hand. Step1: ..." is a solution, and so is "It is impossible to clean it completely,
    but you can ...". "Impossible" in passing, what cannot go wrong, and a refusal to help do not count. Only
    English is read.
    """
    steps = _STEP.search(_MARKS.sub("", own_turn(text))) is not None
    at_start = True
    for sentence, following in pairwise([*split_sentences(text), ""]):
        denies = _denies(_NO_DENIAL.sub(" ", sentence), at_start) and not _TAKES_BACK.match(following)
        if denies and (not steps or _is_final(sentence)):
            return True
        at_start = at_start and _ONLY_COURTESY.fullmatch(sentence) is not None
    return False


def _denies(sentence: str, at_start: bool) -> bool:
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
    opening = split_sentences(text)[:2]
    if any(_DECLINES.search(sentence) for sentence in opening):
        return False
    has_steps = _STEP.search(_MARKS.sub("", own_turn(text))) is not None
    return has_steps or any(_TURNS.search(sentence) for sentence in opening)
