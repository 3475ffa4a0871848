"""Reasoning that a model writes before its answer, and the answer that it marks as such."""

from __future__ import annotations

import re

# The spelling in square brackets is a control token of one family of models, and only in capitals.
_THOUGHT = re.compile(
    r"<(?P<close>/?)(?:think|thinking|thoughts?|reasoning)>|(?-i:\[(?P<close2>/?)THINK\])"
    r"|(?P<close3><\|channel\|>final(?=<\|message\|>))",
    re.IGNORECASE,
)
_ANSWER = re.compile(r"<(?P<close>/?)answer>", re.IGNORECASE)


def strip_thoughts(text: str) -> str:
    """The reply without its reasoning; what is marked as the answer, if anything is.

    Knows `<think>`, `<thinking>`, `<thought>`, `<thoughts>`, `<reasoning>` (any case), `[THINK]`, and the mark of a
    channel named "final". Where only the closing tag arrives, because the opening one was part of the prompt, all
    before it is reasoning. An opening tag that is never closed leaves nothing: the model was still thinking when it
    ended. Of several `<answer>` the last counts; there a missing partner is forgiven, because prompts open the tag and
    stop sequences cut it off.

    Returns:
        A part of `text` (of several visible parts, joined by line ends), stripped of outer white space. Applying the
        function again changes nothing.
    """
    return _marked_answer(outside_thoughts(text)).strip()


def outside_thoughts(text: str) -> str:
    """What stands outside the thoughts, answer tags and all."""
    parts: list[str] = []
    start = 0
    thinking = False
    for tag in _THOUGHT.finditer(text):
        closes = bool(tag["close"] or tag["close2"] or tag["close3"])
        if closes and not thinking:
            parts.clear()
        elif not closes and not thinking:
            parts.append(text[start : tag.start()])
        thinking = not closes
        start = tag.end()
    # Joined by a line end, so that no new tag can arise from the two sides of a removed one.
    return "" if thinking else "\n".join([*parts, text[start:]])


def _marked_answer(text: str) -> str:
    """What stands in the last answer tags, or the whole text without any."""
    tags = list(_ANSWER.finditer(text))
    if not tags:
        return text
    opening = max((i for i, tag in enumerate(tags) if not tag["close"]), default=None)
    if opening is None:
        start, end = (tags[-2].end() if len(tags) > 1 else 0), tags[-1].start()
    else:
        start, end = tags[opening].end(), tags[opening + 1].start() if opening + 1 < len(tags) else len(text)
    return text[start:end]
