"""How far seven models' released replies agree with experts, and experts with each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.exams.fidelity import people_alpha, people_ratings, set_files
from helm_creativity.exams.sets import load_exam_set, ttcw
from helm_creativity.exams.statistics import human_reference
from helm_creativity.exams.taking import rated_responses
from helm_creativity.psychometrics.classification import cohen_kappa

FILES = set_files("ttcw")
KAPPAS = {
    "cgpt": ("-.020", 672),
    "claude3-opus": (".131", 672),
    "claudev13": (".047", 672),
    "claudev2": ("-.002", 671),
    "claudev21": (".033", 672),
    "gemini-pro": ("-.014", 608),
    "gpt4": (".068", 672),
}
"""By model, and of how many replies."""


def kappa(model: str, paths: Sequence[Path]) -> Recomputed:
    """Cohen's, of a model's released replies and the majority of experts."""
    replies = ttcw.released_ratings(model)
    exam = ttcw.load_with_votes_alone()
    responses = [entry for entry in exam.responses if entry.id in replies]
    rated = rated_responses(exam, responses, [replies[entry.id] for entry in responses])
    matrix = np.zeros((2, 2))
    np.add.at(matrix, (human_reference(rated.people, rated.kind).astype(int), rated.judge.astype(int)), 1)
    found = cohen_kappa(matrix).value
    if found is None:
        raise ValueError(f"no kappa of {model}")
    return Recomputed(found, len(responses))


def alpha(public: bool, paths: Sequence[Path]) -> Recomputed:
    """Krippendorff's, of experts' votes on the stories whose text is public, or on all."""
    exam = load_exam_set("ttcw") if public else ttcw.load_with_votes_alone()
    return people_alpha(people_ratings(exam, exam.responses), "nominal")


PAPER, PLACE = "Chakrabarty et al. 2024", "docs/judges.md, from their released replies"
CLAIMS: tuple[Claim, ...] = (
    *(
        Claim(
            f"kappa of {model} with the majority of experts",
            PAPER,
            PLACE,
            printed,
            partial(kappa, model),
            (*FILES, find_source(f"ttcw-replies-{model}")),
            n,
        )
        for model, (printed, n) in KAPPAS.items()
    ),
    Claim("experts' alpha, 36 public stories", PAPER, "docs/judges.md", ".14", partial(alpha, True), FILES, 36 * 14),
    Claim("experts' alpha, all 48 stories", PAPER, "docs/judges.md", ".43", partial(alpha, False), FILES, 48 * 14),
)
