"""Which of several dictionaries that differ holds the ratings, and which is a draft, an example or a quotation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.judges.replies.dicts import DictContainer

_LOOK_BACK = 300
_REVISED = re.compile(
    r"\b(?:final\w*|revis\w+|correct(?:ed|ion)|updat\w+|overall|reconsider\w*|reflection|reflecting|second thoughts?"
    r"|wait|actually|adjust\w*|verdict|in the end|in conclusion)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:scores?|ratings?|evaluation|verdict|answer)[\"')]{0,3}[ \t]{0,3}(?:[:=]|is\b|are\b)[\s`]{0,9}"
    r"(?:(?:json|python)\s{1,3})?\Z",
    re.IGNORECASE,
)
_UNREAL = re.compile(r"(?<!\bi )\b(?:would|could|might|if|had|example|e\.g|for instance|such as)\b", re.IGNORECASE)
_REPEATED = re.compile(
    r"\b(?:embedded|ignor\w+|injected)\b"
    r"|\b(?:idea|text|prompt|submission|instructions?|author|response|it|which|that)\b[^.\n]{0,40}?"
    r"\b(?:contain\w*|say\w*|said|claim\w*|ask\w*|stat(?:es|ed)|demand\w*|includ\w*|suggest\w*|request\w*|wants?)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?]\s|\n\s*\n")


def chosen(containers: Sequence[DictContainer], text: str) -> int | None:
    """The index of the dictionary that holds the ratings, among several that differ.

    Those that are introduced as an example or a quotation ("would be ...", "the idea contains ...") are left out. Of
    the rest counts the last that is introduced as revised or final; without one, the very last if it stands behind what
    was asked for ("SCORES =") and no other does.

    Args:
        containers: in the order in which they stand in the text.
        text: the reply.

    Returns:
        The index, or None where the reply does not say which one it means.
    """
    leads = [_lead(text, containers, index) for index in range(len(containers))]
    own = [index for index, lead in enumerate(leads) if not _is_aside(lead)]
    revised = [index for index in own if _REVISED.search(leads[index])]
    asked = [index for index in own if _ASKED.search(leads[index])]
    if len(own) == 1:
        return own[0]
    if revised:
        return revised[-1]
    return asked[0] if len(asked) == 1 and asked[0] == own[-1] else None


def _lead(text: str, containers: Sequence[DictContainer], index: int) -> str:
    """What stands between a container and the one before it."""
    start = containers[index].start
    before = containers[index - 1].end if index else 0
    return text[max(0, before, start - _LOOK_BACK) : start]


def _is_aside(lead: str) -> bool:
    """Whether the sentence before a dictionary makes it an example or a quotation."""
    ends = list(_SENTENCE_END.finditer(lead))
    sentence = lead[ends[-1].end() :] if ends else lead
    return bool(_UNREAL.search(sentence) or _REPEATED.search(sentence))
