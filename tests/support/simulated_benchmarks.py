"""Benchmarks of ours as simulated runs name them, with arguments and comparable settings from real runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from helm_creativity.embeddings.builtin import estimates_signature, signature

TABLE = f"embedding:{signature()}"
ESTIMATING = f"{TABLE}/{estimates_signature()}"
WORDS = {"embedding": "builtin", "dictionary": "none"}


@dataclass(frozen=True)
class BenchmarkEntry:
    """One of ours, under one set of settings.

    Attributes:
        name: as its card has it.
        domain: likewise.
        kind: what the names of its classes begin with.
        trials: answers to an item where a run entry does not say.
        comparable: the comparable settings that its metric got in a real run, with fields for instruction and judges.
        mean: of answers, in units of the score.
        sd: of models' true scores in these units.
        named: arguments, before judges, instruction and temperature.
        card: version of its card.
        temperature: of answers.
        judged: whether judges rate answers as a whole.
    """

    name: str
    domain: str
    kind: str
    trials: int
    comparable: str
    mean: float
    sd: float
    named: Mapping[str, object] = field(default_factory=dict)
    card: str = "2-A"
    temperature: float = 1.0
    judged: bool = False

    @property
    def may_judge(self) -> bool:
        """Whether it takes judges, though it may do without."""
        return self.judged or self.name in ("aut", "story")

    @property
    def group(self) -> str:
        return f"creativity_{self.name}"


def _rated(name: str, domain: str, kind: str, prompts: str, items: str) -> BenchmarkEntry:
    key = (
        f"{name}|protocol:agc2026|prompts:own/{prompts}|items:{items}|instruction:{{instruction}}|temp:1|{{judges}}"
        "|rubric:1@sha256:c6a9b8c5772b|card:4"
    )
    named = {"protocol": "agc2026", "prompts": "own"}
    return BenchmarkEntry(name, domain, kind, 3, key, 30.0, 8.0, named, card="4-A", judged=True)


BENCHMARKS = {
    benchmark.name: benchmark
    for benchmark in (
        BenchmarkEntry(
            "dat",
            "divergent thinking",
            "Dat",
            10,
            f"dat|protocol:olson2021|prompts:1@sha256:716b9efb9329|items:1@sha256:65cd61a0d607|{ESTIMATING}"
            "|dictionary:none|instruction:{instruction}|temp:1|card:3",
            80.0,
            4.0,
            {"protocol": "olson2021", **WORDS},
            card="3-A",
        ),
        BenchmarkEntry(
            "rat",
            "convergent thinking",
            "Rat",
            1,
            "rat|protocol:schapiro2026|prompts:120@sha256:890a9ea92857|items:own/120@sha256:db56152d034b"
            "|instruction:{instruction}|temp:0|card:3",
            0.5,
            0.1,
            {"protocol": "schapiro2026", "items": "own"},
            card="3-A",
            temperature=0.0,
        ),
        BenchmarkEntry(
            "story",
            "creative writing",
            "Story",
            3,
            "story|protocol:mctb2025|prompts:7@sha256:c127d13eb86a|items:both/7@sha256:7c5838290c5c"
            f"|{TABLE}|instruction:{{instruction}}|temp:1|judges:none"
            "|words:without@sha256:bb913c6436ab|card:5",
            0.8,
            0.03,
            {"protocol": "mctb2025", "items": "both", "embedding": "builtin"},
            card="5-A",
        ),
        _rated("metaphor", "figurative language", "Metaphor", "18@sha256:7bc1b0521f1a", "18@sha256:d8e5f3edc611"),
        _rated(
            "design_problems", "problem solving", "DesignProblems", "18@sha256:1f7cd6819a37", "18@sha256:bbac479f3206"
        ),
        _rated(
            "scientific_thinking",
            "scientific ideation",
            "ScientificThinking",
            "18@sha256:5bbb1073abd3",
            "18@sha256:58d3ac3cebdf",
        ),
        BenchmarkEntry(
            "aut",
            "divergent thinking",
            "Aut",
            10,
            "aut|protocol:wenger2025|prompts:5@sha256:bb82dfa81188|items:wenger2025/5@sha256:87c9fb90d52b"
            f"|{TABLE}|instruction:{{instruction}}|temp:1|judges:none"
            "|stop_words:sha256:fc3b1cb9843c|threshold:0.6|card:4",
            0.75,
            0.03,
            {"protocol": "wenger2025", "items": "wenger2025", "embedding": "builtin"},
            card="4-A",
        ),
        BenchmarkEntry(
            "hard_dat",
            "divergent thinking",
            "HardDat",
            1,
            "hard_dat|protocol:mctb2025|prompts:own/21@sha256:57f3bd4e5b1f|items:0/21@sha256:db6e18f51040"
            f"|letters:all|{ESTIMATING}|dictionary:none|instruction:{{instruction}}|temp:1|card:3",
            78.0,
            3.0,
            {"protocol": "mctb2025", "prompts": "own", **WORDS},
            card="3-A",
        ),
        BenchmarkEntry(
            "cdat",
            "divergent thinking",
            "Cdat",
            1,
            "cdat|protocol:schapiro2026|prompts:50@sha256:ead62c82275a|items:50@sha256:93ef62bf50e0"
            f"|{ESTIMATING}|dictionary:none|instruction:{{instruction}}|temp:1|card:3",
            70.0,
            5.0,
            {"protocol": "schapiro2026", **WORDS},
            card="3-A",
        ),
    )
}
