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
from helm_creativity.parsing.plausibility import PROSE, implausible
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import own_turn

HOUSEHOLD = Path(__file__).with_name("items") / "household.txt"
"""Objects of everyday life, one per line."""
END = "."
"""The token in place of what ends a sentence or a line."""

_TOKEN = re.compile(r"[^\W_]+|[.;:!?\n]+")
_ENDINGS = [
    (re.compile(rf"(?<=..){ending}\Z"), folded)
    for ending, folded in {
        "ies": "y",
        "(?<=ss|.x|ch|sh|zz)es": "",
        "(?<![sui])s": "",
        "ie": "y",
        "[vf]e": "f",
        "oe": "o",
    }.items()
]
_KNOWN_BY_ITS_END = 4
_LOOK_BACK = 3
# What stands before a thing that is not there, that only serves as a likeness, or that is made of others.
_MADE = frozenset(("make", "form", "create", "fashion", "build", "construct", "become", "resemble"))
_NOT_USED = _MADE | {"no", "not", "without", "lack", "instead", "like", "as", "makeshift", "improvised", "diy"}
_SHAPED = _MADE | {"bend", "bent", "fold", "shape", "twist", "turn", "roll", "cut", "tie", "braid", "unbend"}
# What stands behind a name that is a verb: "tape the", "clip it".
_OBJECT_OF_VERB = frozenset(("the", "a", "an", "it", "them", "your", "down", "together", "shut"))


@cache
def phrases() -> Mapping[str, re.Pattern[str]]:
    """The patterns of ``phrases.yaml``, in which ``<name>`` stands for another."""
    patterns: dict[str, str] = {}
    for name, several in read_yaml(Path(__file__).with_name("phrases.yaml")).items():
        text = several if isinstance(several, str) else "|".join(several)
        patterns[name] = re.sub(r"<(\w+)>", lambda other: patterns[other[1]], text)
    return {name: re.compile(pattern) for name, pattern in patterns.items()}


@cache
def household() -> Mapping[tuple[str, ...], str]:
    """Objects of everyday life by their folded words; lines of the file that begin with ``#`` are comments."""
    lines = (line.strip() for line in HOUSEHOLD.read_text("utf-8").splitlines())
    return {tuple(tokenize(line)): line for line in lines if line and not line.startswith("#")}


def fold(word: str) -> str:
    """One spelling for singular and plural, by ending alone: "knife", "knives" are "knif"."""
    for ending, folded in _ENDINGS:
        word = ending.sub(folded, word)
    return word


def tokenize(text: str) -> list[str]:
    """Folded words in lower case, hyphens undone, with ``END`` where a sentence, a clause or a line ends."""
    plain = re.sub(r"(?<=\w)[-/‐‑–](?=\w)", " ", re.sub(r"['’]s?\b", "", own_turn(text).lower()))
    return [fold(token) if token[0].isalnum() else END for token in _TOKEN.findall(plain)]


def ngrams(tokens: Sequence[str], longest: int = 3) -> set[str]:
    """All sequences of up to ``longest`` tokens, joined without a space: "key ring" and "keyring" are one."""
    sequences = (tokens[i : i + n] for n in range(1, longest + 1) for i in range(len(tokens) - n + 1))
    return {"".join(sequence) for sequence in sequences if END not in sequence}


def tool_names(tool: str) -> set[str]:
    """What a tool may be called in a response, folded: its name, and the nouns at its head.

    "a roll of duct tape (nearly empty)" is "rollofducttape", "roll", "ducttape" or "tape".
    """
    bare = phrases()["added"].split(phrases()["article"].sub("", f"{tool.strip()} ", count=1), maxsplit=1)[0]
    parts = [tokens for part in re.split(r"\bof\b", bare) if (tokens := tokenize(part))]
    names = {name for tokens in parts for name in ("".join(tokens), tokens[-1])}
    return names | {"".join(tokenize(bare))} if parts else set()


def tools_named(response: str, tools: Sequence[str]) -> list[str]:
    """Those of the tools that the response names, by their whole name or by its last noun, in their order.

    A noun that two tools share ("plastic cup", "paper cup") names neither of them alone.
    """
    named, names = ngrams(tokenize(response), longest=5), [tool_names(tool) for tool in tools]
    shared = [set().union(*names[:i], *names[i + 1 :]) for i in range(len(names))]
    return [tool for tool, own, others in zip(tools, names, shared, strict=True) if named & (own - others)]


def foreign_tools(
    response: str, available: Iterable[str], objects: Mapping[tuple[str, ...], str] | None = None
) -> list[str]:
    """Objects that a response uses although they are not there, each once, in the order of the response.

    An object is a name from the list of household objects, the longest that fits. It is there if the problem has it,
    its last word ("duct tape" where there is tape), or a word that ends with it ("phone", "smartphone"). Not counted:
    what stands closely behind "no", "like" and so on, what something is made into ("bend it into a hook"), and names
    used as verbs ("tape the ends"). So the number is a lower bound.
    """
    listed, tokens = household() if objects is None else objects, tokenize(response)
    there = set().union(*(ngrams(tokenize(text)) for text in available))
    found: dict[str, None] = {}
    i = 0
    while i < len(tokens):
        longest = range(max(map(len, listed), default=0), 0, -1)
        size = next((n for n in longest if tuple(tokens[i : i + n]) in listed), 1)
        name = tuple(tokens[i : i + size])
        by_end = len(name[-1]) >= _KNOWN_BY_ITS_END and any(word.endswith(name[-1]) for word in there)
        is_there = "".join(name) in there or name[-1] in there or by_end
        if name in listed and not is_there and not _is_no_use(tokens, i, size):
            found[listed[name]] = None
        i += size
    return list(found)


def _is_no_use(tokens: Sequence[str], start: int, size: int) -> bool:
    after = tokens[start + size] if start + size < len(tokens) else END
    before = tokens[:start][::-1]
    sentence = before[: before.index(END)] if END in before else before
    near = sentence[:_LOOK_BACK]
    is_verb = size == 1 and (after in _OBJECT_OF_VERB or before[:1] == ["to"])
    into = "into" in near and not _SHAPED.isdisjoint(sentence)
    return is_verb or into or not _NOT_USED.isdisjoint(near)


def tools_in(problem: str) -> list[str] | None:
    """The tools that a problem lists, as it words them; None where no list is found with some certainty.

    A list follows words such as "Tools available:", "The available items are" or "You have", ends with the sentence,
    and has three entries or more, none of which is a clause or over 16 words long. Behind words that do not speak of
    tools or the like, half of the entries must begin with an article or a number. Of several lists the first counts.
    """
    for introduced in phrases()["introduced"].finditer(problem):
        entries = _entries(phrases()["list_end"].split(problem[introduced.end() :], maxsplit=1)[0])
        bare = [phrases()["relative"].sub("", entry) for entry in entries]
        is_list = len(bare) > 2 and all(0 < len(name.split()) <= 16 and not _says("clause", name) for name in bare)
        counted = sum(map(bool, map(phrases()["counted"].match, entries)))
        if is_list and (_says("things", introduced[0]) or 2 * counted >= len(entries)):
            return entries
    return None


def _entries(text: str) -> list[str]:
    """The parts of a list; one that ends with an adjective ("a long, thin stick") is joined again."""
    entries: list[str] = []
    counted = phrases()["counted"]
    for part in (phrases()["last_and"].sub("", part.strip(), count=1) for part in phrases()["parted"].split(text)):
        if entries and len(entries[-1].split()) == 2 and counted.match(entries[-1]) and not counted.match(part):
            # Behind a list of bare nouns ("a comb, thread") this would join two things; then both names still stand.
            part = f"{entries.pop()}, {part}"
        entries.append(part)
    return entries


_MARKS = re.compile(r"\*\*|__|[*#>\"“”]|<br ?/?>")
_STEP = re.compile(
    r"^\W{0,4}(?:step[ -]?#?\d{1,2}\b|\d{1,2} ?[.):])|(?<=[.!?:;]) ?\W{0,3}step[ -]?\d{1,2}\b"
    r"|(?<=[.!?;]) \d{1,2}[.)] (?=[A-Za-z])",
    re.I | re.M,
)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n+")


def _says(name: str, sentence: str) -> bool:
    return phrases()[name].search(sentence) is not None


def _sentences(text: str) -> list[str]:
    """The sentences and lines of a response, lower case, without emphasis; those without a word are left out."""
    plain = re.sub("[’‘ʼ´`]", "'", _MARKS.sub("", own_turn(text)).lower())
    return [sentence.strip() for sentence in _SENTENCE.split(plain) if re.search(r"\w", sentence)]


def _numbered_steps(text: str) -> int:
    return len(_STEP.findall(_MARKS.sub("", own_turn(text))))


def count_steps(text: str) -> int:
    """How many steps a response has: those that are numbered ("Step1:", "2."), or its sentences where none is."""
    return _numbered_steps(text) or len(_sentences(text))


def says_impossible(text: str) -> bool:
    """Whether a response says, in English, that its problem cannot be solved.

    It does when it opens so, courtesies aside ("Not possible.", "I'm sorry, but it is not possible to ... with these
    items"), or says so in a sentence of its own ("This problem is unsolvable."). Where it goes through numbered steps
    all the same, only a sentence counts that speaks of the problem or the tools as a whole, in every case, and not of
    perfection: "It is not possible to reach it by hand. Step1: ..." is a solution. "Impossible" in passing, what cannot
    go wrong, and a refusal to help do not count.
    """
    steps, at_start = _numbered_steps(text), True
    for sentence, following in pairwise([*_sentences(text), ""]):
        denies = _denies(phrases()["no_denial"].sub(" ", sentence), at_start)
        if denies and not phrases()["takes_back"].match(following):
            limited = _says("in_a_case", sentence) or _says("in_full", sentence)
            whole = _says("of_the_whole", sentence) and not limited
            if not steps or whole or phrases()["alone"].fullmatch(sentence):
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


def unanswered_problem(response: Response) -> FailureReason | None:
    """Why a response cannot be judged, None if it can.

    "It is not possible" is a response to the problem, and no refusal of the task; nor is what cannot be done in one way
    or in full, and is then done in another ("It is not possible to dry it fully, but you can ...").
    """
    reason = unanswered(response, form=PROSE)
    if reason is not FailureReason.REFUSED or response.finish_reason == "content_filter":
        return reason
    opening = _sentences(response.text)[:2]
    goes_on = _numbered_steps(response.text) or any(_says("turns", sentence) for sentence in opening)
    declines = any(_says("declines", sentence) for sentence in opening)
    if not (says_impossible(response.text) or (goes_on and not declines)):
        return reason
    return FailureReason.IMPLAUSIBLE if implausible(own_turn(response.text), PROSE) else None
