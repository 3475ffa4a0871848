"""A response whose parts are rated has a score if at least half of them are, and its card says so."""

from collections.abc import Callable
from typing import Any

import pytest

import helm_creativity as hc
from helm_creativity.benchmark.loading import get_benchmark

Rated = tuple[dict[str, Any], dict[str, str]]


"""A response and the settings under which it is scored."""


def _uses(ratings: list[int | None]) -> Rated:
    uses = ["a doorstop", "a paperweight", "a hammer", "an anchor"]
    return {"object": "brick", "uses": uses, "originality": ratings}, {"protocol": "mctb2025", "prompts": "own"}


def _paths(ratings: list[int | None]) -> Rated:
    paths = [
        [["Ada", "friend of", name], [name, "works as", "painter"]] for name in ("Charles", "Mary", "Jane", "Emmy")
    ]
    query = {"entity_a": "Ada", "rel_b": "works as", "entity_b": "painter"}
    return {**query, "paths": paths, "factual": [True] * 4, "quality": ratings}, {}


@pytest.mark.parametrize(("name", "rated"), [("aut", _uses), ("create", _paths)])
def test_half_of_the_parts_make_a_score_and_the_card_says_so(
    name: str, rated: Callable[[list[int | None]], Rated]
) -> None:
    half, settings = rated([4, None, 4, None])
    fewer, _ = rated([4, None, None, None])
    scores = hc.score(name, [half, fewer], embedding="builtin", **settings)
    assert scores[0].score is not None
    assert scores[1].failure_reason == "unjudged"
    assert any("fewer than half" in " ".join(deviation.split()) for deviation in get_benchmark(name).card.deviations)
