"""Suites of CREATE as HELM leaves them, with judgements of known worth, and words that lie at known angles."""

from __future__ import annotations

import json
import math

from support import folders, judged
from support.given import driven, given

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.benchmark.types import Response, Sample

GROUP = "creativity_create"
ANGLES = {"zero": 0, "fifty": 50, "ninety": 90, "far": 150}
"""Degrees between 0 and 180 by word."""


def write_angles(path):
    """A file of word vectors of length one at ``ANGLES``."""
    lines = [f"{word} {math.cos(math.radians(a)):.9f} {math.sin(math.radians(a)):.9f}\n" for word, a in ANGLES.items()]
    path.write_text("".join(lines))
    return path


def between(first, second):
    """The distance of two words, g(1 - cos) of the angle between them, eq. 9."""
    x = 1 - math.cos(math.radians(ANGLES[first] - ANGLES[second]))
    return (1 - math.cos(math.pi * (min(x, 0.7) / 0.7) ** 2)) / 2


def triples(word, a="Ada", b="Prize"):
    """A valid path by way of a word, the only one in its text of which an angle is known."""
    return [[a, "x", word], [word, "won", b]]


def answer(item, *stated, a="Ada", b="Prize", trial=0, judges=("x/one",), text=None, finish="stop"):
    """One answered request in JSON with paths from ``a`` to ``b``, or with a text in their place.

    Of each path are ``stated`` its word, the size of its larger class, and whether its triples are facts, as all judges
    say; None for what no judge rated.
    """
    judge_replies = [
        _judge_reply(judge, rubric, number, parts)
        for number, (_, size, fact) in enumerate(stated, start=1)
        for judge in judges
        for rubric, parts in (
            ("specificity", None if size is None else (size, size)),
            ("factuality", None if fact is None else (float(fact), 1.0)),
        )
    ]
    paths = {str(number): triples(word, a, b) for number, (word, _, _) in enumerate(stated, start=1)}
    extra = {"query": f"{a}?", "entity_a": a, "rel_b": "won", "entity_b": b, "relation": "award", "number": 0}
    written = f"<answer>{json.dumps(paths)}</answer>" if text is None else text
    create = get_benchmark("create")
    settings = create.settings_type(protocol="wadhwa2026", judges="+".join(judges))
    sample = Sample(Response(written, finish), {**extra, "trial": trial, "annotations": given(*judge_replies)})
    (trial_of_run,) = driven(create, settings, [sample], items=[item])
    notes = {"guard": {"mended": ""}, FOLLOW_UPS: trial_of_run.sample.fields["annotations"][FOLLOW_UPS]}
    return folders.request_state(item, written, trial, finish=finish, extra=extra, annotations=notes)


def _judge_reply(judge, rubric, number, parts):
    reading = ParsedRating(None, MissingReason.UNPARSABLE) if parts is None else ParsedRating(1.0)
    return JudgeReply(judge, rubric, place_name(number), {rubric: reading}, parts=parts or ())


def write_run(suite, model, states, *, form="original", signed=None, embedding="path-angles", **arguments):
    """A run folder; returns it. ``states`` as text is written as it is."""
    given = {"protocol": "wadhwa2026", "form": form, **arguments}
    shown = ",".join(f"{key}={value}" for key, value in given.items())
    parts = {"protocol": given["protocol"], "form": form, "items": "own@1", "prompts": form}
    parts |= {"judges": "x/one", "card": "1", **(signed or {})}
    key = "|".join(["create", *(f"{name}:{value}" for name, value in parts.items())])
    given |= {"embedding": embedding, "comparable": key, "adapter": {"temperature": 0.7}}
    return judged.write_run(suite, model, states, arguments=shown, group=GROUP, **given)
