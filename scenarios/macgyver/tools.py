"""Things that a response names: the problem's tools, and others from a list of household objects.

Words are folded, so that singular and plural are one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from helm_creativity.scenarios.macgyver.problems import HOUSEHOLD
from helm_creativity.text.turns import own_turn

END = "."
"""The token in place of what ends a sentence or a line."""

_HYPHEN = re.compile(r"(?<=\w)[-/‐‑–](?=\w)")
_TOKEN = re.compile(r"[^\W_]+|[.;:!?\n]+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_ES = ("sses", "xes", "ches", "shes", "zzes")
_KEEPS_S = ("ss", "us", "is")

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
    return {tuple(tokens_of(line)): line for line in lines if line and not line.startswith("#")}


def fold(word: str) -> str:
    """One spelling for singular and plural: "knife", "knives" are "knif". It need not be a word.

    By ending alone, so that rare plurals stay apart ("axe", "axes") and no two words of the kitchen fall together that
    should not.
    """
    if len(word) > 4 and word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif word.endswith(_ES):
        word = word[:-2]
    elif len(word) > 2 and word.endswith("s") and not word.endswith(_KEEPS_S):
        word = word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        word = f"{word[:-2]}y"
    if len(word) > 3 and word.endswith(("ve", "fe")):
        return f"{word[:-2]}f"
    return word[:-1] if len(word) > 3 and word.endswith("oe") else word


def tokens_of(text: str) -> list[str]:
    """Folded words in lower case, hyphens undone, with ``END`` where a sentence, a clause or a line ends."""
    plain = _HYPHEN.sub(" ", _POSSESSIVE.sub("", own_turn(text).lower()))
    return [fold(one) if one[0].isalnum() else END for one in _TOKEN.findall(plain)]


def ngrams_of(tokens: Sequence[str], longest: int = 3) -> set[str]:
    """All sequences of up to ``longest`` tokens, joined without a space: "key ring" and "keyring" are one."""
    return {
        "".join(tokens[i : i + n])
        for n in range(1, longest + 1)
        for i in range(len(tokens) - n + 1)
        if END not in tokens[i : i + n]
    }


def names_of(tool: str) -> set[str]:
    """What a tool may be called in a response, folded: its name, and the nouns at its head.

    "a roll of duct tape (nearly empty)" is "rollofducttape", "roll", "ducttape" or "tape".
    """
    bare = _ADDED.split(_ARTICLE.sub("", f"{tool.strip()} ", count=1), maxsplit=1)[0]
    parts = [tokens for part in re.split(r"\bof\b", bare) if (tokens := tokens_of(part))]
    names = {"".join(tokens) for tokens in parts} | {tokens[-1] for tokens in parts}
    return names | {"".join(tokens_of(bare))} if parts else set()


def tools_named(response: str, tools: Sequence[str]) -> list[str]:
    """Those of the tools that the response names, by their whole name or by its last noun, in their order.

    A noun that two tools share ("plastic cup", "paper cup") names neither of them alone.
    """
    named = ngrams_of(tokens_of(response), longest=5)
    names = [names_of(tool) for tool in tools]
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

    Args:
        response: the text.
        available: the texts of problem and tools.
        objects: names by their folded words; None for ``household()``.
    """
    listed = household() if objects is None else objects
    longest = max(map(len, listed), default=0)
    there = set().union(*(ngrams_of(tokens_of(text)) for text in available))
    tokens = tokens_of(response)
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
    """Whether the problem has the object, under its own name or that of its kind."""
    if "".join(name) in there or name[-1] in there:
        return True
    return len(name[-1]) >= _KNOWN_BY_ITS_END and any(word.endswith(name[-1]) for word in there)


def _is_no_use(tokens: Sequence[str], start: int, size: int) -> bool:
    """Whether the words around a name say that nothing of that name is used."""
    after = tokens[start + size] if start + size < len(tokens) else END
    if size == 1 and (after in _OBJECT_OF_VERB or (start and tokens[start - 1] == "to")):
        return True
    sentence = tokens[:start]
    if END in sentence:
        sentence = sentence[len(sentence) - sentence[::-1].index(END) :]
    near = sentence[-_LOOK_BACK:]
    into = "into" in near and any(word in _SHAPED for word in sentence)
    return into or any(word in _NOT_USED or word in _MADE for word in near)
