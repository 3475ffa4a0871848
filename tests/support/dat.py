"""Answers to the DAT and their outcomes, without HELM."""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row

TEN = ["cat", "dog", "thimble", "river", "idea", "lamp", "golf", "violin", "top-hat", "tickets"]


def one(scorer, text=None, words=None, **answer):
    """The outcome of one answer."""
    row = Row(None, {"words": words}) if words is not None else Row(Answer(text, **answer))
    return scorer.score([row])[0]
