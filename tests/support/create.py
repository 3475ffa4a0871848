"""Paths from one entity to a target, and what judges say of them, without HELM."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from support import given as replies
from support.scoring import Scoring

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.judges.drivers import Replayed, replayed
from helm_creativity.scenarios.create.paths import Path, Target, Triple
from helm_creativity.scenarios.create.scoring import class_score

TARGET = Target("Ada Lovelace", "occupation", "engineer")
QUERY = "What are different ways of connecting Ada Lovelace and someone who is an engineer?"
FIELDS = {"query": QUERY, "relation": "child", "number": 0, "trial": 0, **TARGET._asdict()}
LOST = MissingReason.UNPARSABLE
# What the authors' program compares of a path of two triples is the tail of the first, the one known word of its text.
VECTORS = {
    "alder": (1.0, 0.0, 0.0, 0.0, 0.0),
    # 1 - cos = .7 √½, where g is .5.
    "birch": (1 - 0.7 * 0.5**0.5, (1 - (1 - 0.7 * 0.5**0.5) ** 2) ** 0.5, 0.0, 0.0, 0.0),
    "cedar": (0.0, 0.0, 1.0, 0.0, 0.0),
    # 1 - cos = 1.4 from alder, where the program's g is 0.
    "dogwood": (-0.4, 0.0, 0.0, 0.84**0.5, 0.0),
    "elder": (0.0, 0.0, 0.0, 0.0, 1.0),
}


def via(*stops: str, relation: str = "knows", end: str = TARGET.entity_b, start: str = TARGET.entity_a) -> Path:
    """The path that leads through those stops."""
    names = [start, *stops, end]
    relations = [*[relation] * len(stops), TARGET.rel_b]
    return tuple(Triple(*triple) for triple in zip(names, relations, names[1:], strict=False))


def stated(*paths: Path) -> str:
    """An answer in the form asked."""
    return f"<answer>{json.dumps(dict(enumerate(paths, start=1)))}</answer>"


def sized(judge: str, number: int, sizes: Sequence[float] | MissingReason) -> JudgeReply:
    """What one judge says of the classes of a valid path's triples."""
    lost = isinstance(sizes, MissingReason)
    reading = ParsedRating(None, sizes) if lost else ParsedRating(float(min(map(class_score, sizes))))
    return JudgeReply(
        judge, "specificity", place_name(number), {"specificity": reading}, parts=() if lost else (*sizes,)
    )


def labelled(judge: str, number: int, labels: Sequence[float] | MissingReason, by_program: bool = False) -> JudgeReply:
    """Which triples of a valid path one judge calls facts."""
    lost = isinstance(labels, MissingReason)
    reading = ParsedRating(None, labels) if lost else ParsedRating(sum(labels) / len(labels))
    name = "factuality_by_program" if by_program else "factuality"
    return JudgeReply(judge, name, place_name(number), {"factuality": reading}, parts=() if lost else (*labels,))


def row(paths: Iterable[Path] | str, judge_replies: Sequence[JudgeReply] = (), further=(), **more) -> Sample:
    """Paths, or the answer that states them, with replies of judges and further responses; ``more``: of the answer."""
    note = replies.given(*judge_replies, turns=further)
    fields = {**FIELDS, "annotations": {"guard": {"mended": ""}, **note}}
    if isinstance(paths, str):
        return Sample(Response(paths, more.pop("finish", "stop"), **more), fields)
    return Sample(None, {**fields, "paths": list(paths)})


def scorer(protocol: str, embedding: str, **more) -> Scoring:
    """Of a protocol under an embedding; ``more``: further settings."""
    benchmark = get_benchmark("create")
    settings = parse_settings(benchmark, {"protocol": protocol, "embedding": embedding}, asked=False)
    settings = replace(settings, judges="x/one+x/two", **more)
    return Scoring(benchmark, settings, benchmark.scorer(settings))


def replayed_response(sample: Sample, protocol: str = "wadhwa2026", **settings) -> Replayed:
    """What is known of a sample after its replies were noted and replayed."""
    create = get_benchmark("create")
    chosen = create.settings_type(**{"protocol": protocol, "judges": "x/one+x/two", "embedding": "builtin", **settings})
    (found,) = replayed(create, chosen, replies.driven(create, chosen, [sample]))
    return found


def judged_response(sample: Sample, protocol: str = "wadhwa2026", **settings):
    """The paths of a sample, judged.

    Raises:
        BadArguments: for ratings of a file that do not fit.
    """
    known = replayed_response(sample, protocol, **settings)
    if known.found is None:
        raise BadArguments(known.error)
    return known.found


def given(paths: Iterable[Path] | str, quality: object, factual: object) -> Sample:
    """The same, with ratings from a file."""
    fields = {**TARGET._asdict(), "quality": quality, "factual": factual}
    if isinstance(paths, str):
        return Sample(Response(paths, "stop"), fields)
    return Sample(None, {**fields, "paths": list(paths)})
