"""Judges of originality that are trained on people's ratings of uses. They need no language model.

A judge is a regression from vectors of an object and of a use to the mean of people's ratings. What it was trained on,
and how well it agrees with people about objects that it has and has not seen, stands in ``docs/judges.md``;
``tools/train_originality.py`` makes the files of weights.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.aut.fit import fit_of_uses, load_fit, probabilities
from helm_creativity.scenarios.aut.items import object_name
from helm_creativity.scenarios.aut.parse import content_words
from helm_creativity.scenarios.aut.vectors import UseSpace
from helm_creativity.scenarios.aut.weights import Floats, Weights

HERE = Path(__file__).parent
LOW, HIGH = 1.0, 5.0
"""Ends of the scale on which people rated."""
UNKNOWN_SHARE = 0.5
"""A use with a greater share of content words that the built-in table lacks is not rated: it is in another language, or
no text."""
SURE = 0.6
"""A text that is a use of anything with a lower probability p is rated lower: of what its rating is above the lowest,
``p / SURE`` is left."""
UNRATED = "I cannot rate this use: its words are unknown."
UNFIT = "I cannot rate this text: it is no use of this object."


def features(embedding: Embedding, objects: Sequence[str], uses: Sequence[str]) -> Floats:
    """What a judge knows of n uses and the object of each, shape (n, d).

    The vectors of use and object, their product by elements, with a sentence encoder also the vector of the text
    ``object: use`` and how it differs from the object's; the cosines between them; and the length of the use. A text
    without a vector has zeros.
    """
    joined = [f"{name}: {use}" for name, use in zip(objects, uses, strict=True)]
    space = UseSpace(embedding, [*objects, *uses, *(joined if isinstance(embedding, SentenceEncoder) else ())])
    use, thing, both = space.vectors(uses), space.vectors(objects), space.vectors(joined)
    cosines, known = [(use * thing).sum(axis=1)], np.linalg.norm(use, axis=1)
    n_words = np.array([len(text.split()) for text in uses], np.float32)
    lengths = [np.log1p(n_words), n_words == 1, np.log1p([len(text) for text in uses])]
    vectors = [use, thing, use * thing]
    if isinstance(embedding, SentenceEncoder):
        vectors = [use, both, both - thing, use * thing]
        cosines += [(both * thing).sum(axis=1), (use * both).sum(axis=1)]
    return np.column_stack([*vectors, *cosines, known, *lengths]).astype(np.float32)


@cache
def load_weights(name: str) -> Weights:
    """The weights of a judge, from its file in ``judges``, where those of hidden units are bytes with a scale each."""
    with np.load(HERE / "judges" / f"{name}.npz") as stored:
        arrays = {key: stored[key].astype(np.float32) for key in stored.files}
    scale = arrays.pop("hidden_scale")
    return Weights(**{**arrays, "hidden": arrays["hidden"] * scale})


def ratings(weights: Weights, rows: Floats) -> Floats:
    """Ratings from 1 to 5, shape (n,), of features of shape (n, d)."""
    return np.asarray(np.clip(weights.value(rows), LOW, HIGH))


def rate_uses(name: str, embedding: str, thing: str, uses: Sequence[str]) -> list[float | None]:
    """The originality of uses of an object, from 1 to 5; None for a text that is not rated (see ``why_unrated``)."""
    why = dict(zip(uses, why_unrated(thing, uses), strict=True))
    rated = [use for use, reason in why.items() if not reason]
    if not rated:
        return [None] * len(uses)
    (loaded,) = load_embeddings(embedding)
    things = [thing] * len(rated)
    usual = ratings(load_weights(name), features(loaded, things, rated))
    share = np.minimum(1, probabilities(things, rated, load_fit())[0] / SURE)
    found = dict(zip(rated, (LOW + share * (usual - LOW)).tolist(), strict=True))
    return [found.get(use) for use in uses]


def why_unrated(thing: str, uses: Sequence[str]) -> list[str]:
    """Why a text is not rated: most of its words are unknown, or it is unlikely to be a use; "" for one that is."""
    (table,) = load_embeddings("builtin")
    words = [list(content_words(use)) for use in uses]
    known = [bool(its) and np.mean(~table.knows(its)) <= UNKNOWN_SHARE for its in words]
    fitting = [fit >= load_fit().threshold for fit in fit_of_uses(thing, uses)]
    return ["" if a and b else UNFIT if a else UNRATED for a, b in zip(known, fitting, strict=True)]


def trained_reply(name: str, embedding: str, rubric: Rubric, variables: Mapping[str, Any]) -> str | None:
    """A judge's reply to a question about originality of uses, None to any other."""
    scale = rubric.scale
    if rubric.dimensions != ("originality",) or scale is None:
        return None
    thing = object_name(str(next(variables[hole] for hole in ("phrase", "thing", "capitals") if hole in variables)))
    texts = rubric.rated_in(variables)
    found: list[float | str] = []  # a sentence in the place of a rating says why there is none
    for rating, why in zip(rate_uses(name, embedding, thing, texts), why_unrated(thing, texts), strict=True):
        value = rating and scale.nearest(scale.low + (rating - LOW) / (HIGH - LOW) * (scale.high - scale.low))
        found.append(why if value is None else int(value) if value.is_integer() else value)
    if rubric.each:
        return json.dumps({str(place): value for place, value in enumerate(found, start=1)})
    return str(found[0])
