"""The prompt of the authors' program, for every letter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.registry import find_source
from helm_creativity.results.program_texts import program_texts, prompts_claim


def prompts(paths: Sequence[Path]) -> Recomputed:
    """For how many letters the prompt is the program's, with the given words behind it, one on each line."""
    benchmark = get_benchmark("hard_dat")
    found = []
    for item in benchmark.items(parse_settings(benchmark, {}, require=False)):
        given: list[str] = item.fields["given"]
        varying = {
            "str(self.n_words)": "25",
            "self.given_words": str(len(given)),
            "letter": item.fields["letter"],
        }
        texts = program_texts(paths[0], varying)
        found.append(item.prompt.text in {text + "\n".join(given) for text in texts})
    return Recomputed(sum(found), len(found))


CLAIMS: tuple[Claim, ...] = (
    prompts_claim(
        "Green Code 2025",
        "letters whose prompt is in their words",
        "21",
        prompts,
        [find_source("mctb2025-hard-dat")],
    ),
)
