"""The family of benchmarks whose responses a panel of judges rates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from helm_creativity.benchmark.base import Benchmark, asked_rubrics
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import Requirement, chosen_prompts
from helm_creativity.benchmark.trained_judges import require_questions
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.judges.weighting import require_weightable
from helm_creativity.safe_text import quoted

J = TypeVar("J", bound=JudgedSettings)


class JudgedBenchmark(Benchmark[J]):
    """Subclass it, declare ``rubrics``, and ask them in ``follow_up``."""

    settings_type: ClassVar[type[JudgedSettings]] = JudgedSettings

    def requirements(self, settings: J, asked: bool) -> Iterable[Requirement]:
        """The judges' words must be here, and ratings that can be weighted, where they are to be."""
        yield from super().requirements(settings, asked)
        if not settings.judged:
            return
        yield ("prompts", "protocol"), lambda: _require_shown(asked_rubrics(self, settings))
        yield ("judges", "protocol"), lambda: require_questions(settings.panel.judges, asked_rubrics(self, settings))
        if chosen_prompts(settings):
            yield ("prompts", "protocol"), lambda: [rubric.forms() for rubric in asked_rubrics(self, settings)]
        if settings.weighted:
            yield ("weighted",), lambda: require_weightable(asked_rubrics(self, settings))


def _require_shown(rubrics: Iterable[Rubric]) -> None:
    for rubric in rubrics:
        if lacking := rubric.not_shown:
            raise BadArguments(
                f"judges would not read what they rate: the question {quoted(rubric.user)} lacks "
                f"{', '.join(f'{{{{ {name} }}}}' for name in lacking)}"
            )
