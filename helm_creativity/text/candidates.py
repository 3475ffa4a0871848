"""Several responses in one reply, each with the probability that its writer gives it, and the one that is drawn.

The instruction ``verbalized`` asks for them in a form that ``candidate_forms`` reads, and so are the forms that models
write in its place.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.benchmark.types import Response, visible
from helm_creativity.text.candidate_forms import readers, with_closed_texts
from helm_creativity.text.probabilities import in_one_unit
from helm_creativity.text.turns import outside_thoughts, whole_turn, without_ends

_DOUBLES = 53
PLACEHOLDER = "one complete response"
"""Stands for a response in the form that the instruction shows, which some models repeat."""


class CandidateResponse(NamedTuple):
    """One of several responses in a reply."""

    text: str
    probability: float | None = None


def find_candidates(reply: str) -> tuple[CandidateResponse, ...]:
    """The responses in a reply, in its order; those without a text are left out.

    Read are responses in tags, in JSON, behind labels ("Response 2:"), in tables with a column of probabilities, in
    numbered or bulleted lists and lines in which every entry states its probability, and texts above a line that states
    it. Of a list that states none nothing says that its entries are responses by themselves, and so it has no
    candidates. A last response that was cut is left out where the others are whole. Takes time linear in the length of
    the reply.

    Numbers are percentages where they have the sign, or where a number without a sign is above 1. One that is above 1
    all the same is none.

    Where tags or JSON show the end of a response, no control token in it and no line that opens with "Human:", as in a
    dialogue, ends the turn; nor does one in the text that is returned.
    """
    body = whole_turn(with_closed_texts(outside_thoughts(visible(reply)), without_ends))
    for reader in readers(body):
        if found := [each for each in reader(body) if each.text and each.text.casefold() != PLACEHOLDER]:
            shared = in_one_unit([each.stated for each in found])
            texts = [without_ends(each.text) for each in found]
            return tuple(CandidateResponse(text, share) for text, share in zip(texts, shared, strict=True))
    return ()


def in_tags(responses: Iterable[str]) -> str:
    """A reply with these responses, each as probable as the others, in the form for which the instruction asks."""
    texts = list(responses)
    return "\n".join(
        f"<response>\n<text>{text}</text>\n<probability>{1 / len(texts):g}</probability>\n</response>" for text in texts
    )


def shares(candidates: Sequence[CandidateResponse]) -> tuple[float, ...]:
    """With which probability each candidate is drawn; they sum to 1.

    These are the stated probabilities over their sum. A candidate without one has the mean of the others; all have the
    same where none is stated, or none is above 0.
    """
    stated = [candidate.probability for candidate in candidates if candidate.probability is not None]
    usual = math.fsum(stated) / len(stated) if stated else 0.0
    weights = [usual if candidate.probability is None else candidate.probability for candidate in candidates]
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights) if total > 0 else (1 / len(weights),) * len(weights)


def draw(candidates: Sequence[CandidateResponse], item: str, trial: int, reply: str) -> CandidateResponse:
    """The candidate that is the response: drawn by ``shares``, by chance that follows from the arguments alone."""
    digest = hashlib.sha256(json.dumps([item, trial, reply]).encode()).digest()
    left = (int.from_bytes(digest[:8], "big") >> (64 - _DOUBLES)) / 2**_DOUBLES
    possible = [(candidate, share) for candidate, share in zip(candidates, shares(candidates), strict=True) if share]
    for candidate, share in possible:
        left -= share
        if left < 0:
            return candidate
    return possible[-1][0]  # shares may sum to a little less than 1


def one_response(response: Response, asked: int, item: str, trial: int) -> Response:
    """What counts as the response in what a model wrote: all of it, or one of several responses."""
    if asked == 1 or not response.text:
        return response
    candidates = find_candidates(response.text)
    text = draw(candidates, item, trial, response.text).text if candidates else ""
    return replace(response, text=text, written=response.text)
