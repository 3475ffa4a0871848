"""Judges that benchmarks bring: trained on people's ratings, each for some of the questions of its benchmark.

A benchmark that has some names them in ``judges/judges.yaml``, with what they rate and their file of weights, and
replies for them in its module ``judge``; see ``baselines.responses``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.prompts import find_template
from helm_creativity.benchmark.registry import list_places, tolerating
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.errors import BadArguments

ORGANISATION = "creativity/"
"""Before the name of a judge, as the name of its deployment."""


class TrainedJudge(NamedTuple):
    """A judge that needs no language model: what ``judges.yaml`` says of it, and whose responses it rates.

    ``rates`` are the dimensions for which it was trained, over an embedding; ``weights`` is a file in ``judges``. So is
    ``gate``, if there is one: what decides whether it rates a text at all.
    """

    name: str
    benchmark: str
    folder: Path
    display_name: str
    description: str
    embedding: str
    rates: tuple[str, ...]
    weights: str
    gate: str = ""

    @property
    def deployment(self) -> str:
        """Its name in run entries."""
        return f"{ORGANISATION}{self.name}"

    @property
    def path(self) -> Path:
        """Its file of weights."""
        return self.folder / "judges" / self.weights

    def is_asked(self, rubric: Rubric) -> bool:
        """Whether it was trained for a question: one of its benchmark, about nothing but what it rates."""
        is_rated = set(rubric.dimensions) <= set(self.rates)
        found = find_template(rubric.folder, rubric.user)
        return is_rated and found is not None and found[1] == self.folder


def list_trained_judges() -> tuple[TrainedJudge, ...]:
    """All of them, by benchmark; no benchmark is imported and no card read."""
    found: dict[str, TrainedJudge] = {}
    for place in list_places():
        if (path := place.folder / "judges" / "judges.yaml").is_file():
            with tolerating(place):
                for name, values in read_yaml(path).items():  # no pydantic: it is read when HELM starts
                    judge = TrainedJudge(name, place.name, place.folder, **{**values, "rates": (*values["rates"],)})
                    found.setdefault(name, judge)
    return tuple(found.values())


@cache
def find_trained_judge(deployment: str) -> TrainedJudge | None:
    """The judge of that name, ``creativity/aut-originality``; None where it is none of these."""
    if not deployment.startswith(ORGANISATION):
        return None
    return next((judge for judge in list_trained_judges() if judge.deployment == deployment), None)


def trained_among(judges: Iterable[str]) -> Iterator[TrainedJudge]:
    """Those of some judges that are trained ones."""
    return filter(None, map(find_trained_judge, judges))


def judges_asked(judges: Sequence[str], rubric: Rubric) -> tuple[str, ...]:
    """Those of some judges whom a question is for: all but trained ones that do not rate what it asks."""
    strangers = {judge.deployment for judge in trained_among(judges) if not judge.is_asked(rubric)}
    return tuple(judge for judge in judges if judge not in strangers)


def weights_checksum(judges: Iterable[str]) -> str:
    """What the trained ones among some judges learned: ``aut-originality@sha256:<12 hex digits>``, "" without any.

    The digits of a gate follow behind a slash.
    """
    found = []
    for judge in trained_among(judges):
        files = [judge.path, *([judge.path.with_name(judge.gate)] if judge.gate else [])]
        found.append(f"{judge.name}@sha256:{'/'.join(file_sha256(path)[:12] for path in files)}")
    return "+".join(found)


def require_questions(judges: Iterable[str], rubrics: Sequence[Rubric]) -> None:
    """Refuses trained judges that rate nothing of what is asked."""
    for judge in trained_among(judges):
        if not any(map(judge.is_asked, rubrics)):
            asked = ", ".join(dict.fromkeys(name for rubric in rubrics for name in rubric.dimensions))
            raise BadArguments(
                f"{judge.deployment} rates {', '.join(judge.rates)} of {judge.benchmark} alone; asked here: "
                f"{asked or 'nothing'}"
            )
