"""What a response says about its problem: that it cannot be solved, or how it can, in which steps, with which things.

In names of things words are folded, so that singular and plural are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.text.plausibility import PROSE, implausible
from helm_creativity.text.response import unanswered
from helm_creativity.text.turns import own_turn

HOUSEHOLD = Path(__file__).with_name("items") / "household.txt"
"""Objects of everyday life, one per line."""
PHRASES = Path(__file__).with_name("phrases.yaml")
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
_KNOWN_BY_ITS_END = 4


@cache
def phrases() -> Mapping[str, re.Pattern[str]]:
    """The patterns of the file, in which ``<name>`` stands for another."""
    patterns: dict[str, str] = {}
    for name, several in read_yaml(PHRASES).items():
        text = several if isinstance(several, str) else "|".join(several)
        patterns[name] = re.sub(r"<(\w+)>", lambda other: patterns[other[1]], text)
    return {name: re.compile(pattern) for name, pattern in patterns.items()}


@cache
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
    bare = phrases()["added"].split(phrases()["article"].sub("", f"{tool.strip()} ", count=1), maxsplit=1)[0]
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
        size = next((n for n in range(longest, 0, -1) if tuple(tokens[i : i + n]) in listed), 1)
        name = tuple(tokens[i : i + size])
        by_end = len(name[-1]) >= _KNOWN_BY_ITS_END and any(word.endswith(name[-1]) for word in there)
        is_there = "".join(name) in there or name[-1] in there or by_end
        if name in listed and not is_there and not _is_no_use(tokens, i, size):
            found[listed[name]] = None
        i += size
    return list(found)


def _is_no_use(tokens: Sequence[str], start: int, size: int) -> bool:
    after = tokens[start + size] if start + size < len(tokens) else END
    if size == 1 and (after in _OBJECT_OF_VERB or (start and tokens[start - 1] == "to")):
        return True
    before = tokens[:start][::-1]
    sentence = before[: before.index(END)] if END in before else before
    near = sentence[:_LOOK_BACK]
    into = "into" in near and not _SHAPED.isdisjoint(sentence)
    return into or not (_NOT_USED | _MADE).isdisjoint(near)


_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
_MARKS = re.compile(r"\*\*|__|[*#>\"“”]|<br ?/?>")
_STEP = re.compile(
    r"^\W{0,4}(?:step[ -]?#?\d{1,2}\b|\d{1,2} ?[.):])|(?<=[.!?:;]) ?\W{0,3}step[ -]?\d{1,2}\b"
    r"|(?<=[.!?;]) \d{1,2}[.)] (?=[A-Za-z])",
    re.I | re.M,
)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")


def _says(name: str, sentence: str) -> bool:
    return phrases()[name].search(sentence) is not None


def split_sentences(text: str) -> list[str]:
    """The sentences and lines of a response, lower case, without emphasis; those without a word are left out."""
    plain = _MARKS.sub("", own_turn(text)).lower().translate(_APOSTROPHES)
    return [sentence.strip() for sentence in _SENTENCE.split(plain) if re.search(r"\w", sentence)]


def _numbered_steps(text: str) -> int:
    return len(_STEP.findall(_MARKS.sub("", own_turn(text))))


def count_steps(text: str) -> int:
    """How many steps a response has: those that are numbered ("Step1:", "2."), or its sentences where none is."""
    return _numbered_steps(text) or len(split_sentences(text))


def says_impossible(text: str) -> bool:
    """Whether a response says that its problem cannot be solved.

    It does when it opens so, courtesies aside ("Not possible.", "Unsolvable: ...", "I'm sorry, but it is not possible
    to ... with these items"), or says so in a sentence of its own ("This problem is unsolvable."). Where it goes
    through numbered steps all the same, only a sentence that speaks of the problem or the tools as a whole counts: "It
    is not possible to reach it by hand. Step1: ..." is a solution, and so is "It is impossible to clean it completely,
    but you can ...". "Impossible" in passing, what cannot go wrong, and a refusal to help do not count. Only
    English is read.
    """
    steps, at_start = _numbered_steps(text), True
    for sentence, following in pairwise([*split_sentences(text), ""]):
        denies = _denies(phrases()["no_denial"].sub(" ", sentence), at_start)
        if denies and not phrases()["takes_back"].match(following) and (not steps or _is_final(sentence)):
            return True
        at_start = at_start and phrases()["courtesy"].fullmatch(sentence) is not None
    return False


def _denies(sentence: str, at_start: bool) -> bool:
    whole = _says("of_the_whole", sentence)
    hedged = _says("turns", sentence) and (not whole or _says("in_full", sentence))
    if hedged or _says("declines", sentence):
        return False
    opens = at_start and (phrases()["opens"].match(sentence) or (whole and _says("unable", sentence)))
    return bool(opens or phrases()["alone"].fullmatch(sentence) or _says("anywhere", sentence))


def _is_final(sentence: str) -> bool:
    """Whether a sentence among steps takes them back: it speaks of the whole, in every case, and not of perfection."""
    limited = _says("in_a_case", sentence) or _says("in_full", sentence)
    return phrases()["alone"].fullmatch(sentence) is not None or (_says("of_the_whole", sentence) and not limited)


def unanswered_problem(response: Response) -> FailureReason | None:
    """Why a response cannot be judged, None if it can.

    "It is not possible" is a response to the problem, and no refusal of the task; nor is what cannot be done in one way
    or in full, and is then done in another ("It is not possible to dry it fully, but you can ...").
    """
    reason = unanswered(response, form=PROSE)
    if reason is not FailureReason.REFUSED or response.finish_reason == "content_filter":
        return reason
    opening = split_sentences(response.text)[:2]
    goes_on = _numbered_steps(response.text) or any(_says("turns", sentence) for sentence in opening)
    declines = any(_says("declines", sentence) for sentence in opening)
    if not (says_impossible(response.text) or (goes_on and not declines)):
        return reason
    return FailureReason.IMPLAUSIBLE if implausible(own_turn(response.text), PROSE) else None
