"""Benchmarks of ours as simulated runs name them, with arguments and signatures from real runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TABLE = "embedding:builtin-mpnet-pca256-int8@sha256:78e95db9c41c/256d"
END = "card:1-A|helm-creativity:0.1.0"
UNJUDGED = {"judges": "", "design": "all", "seed": 42, "judge_temp": 0.0, "judge_max_tokens": 4096}
NOBODY = {"judges": "none", "design": "none"}
WORDS = {"embedding": "builtin", "dictionary": "none"}


@dataclass(frozen=True)
class Benchmark:
    """One of ours, under one signature.

    Attributes:
        name: as its card has it.
        domain: likewise.
        kind: what the names of its classes begin with.
        trials: answers to an item where a run entry does not say.
        signature: as its metric got it in a real run; of judged ones what stands before and after the judges.
        mean: of answers, in units of the score.
        sd: of models' true scores in these units.
        named: arguments in the run's name, before judges, instruction and temperature.
        titles: further arguments of the scenario.
        args: further arguments of the metric.
        temperature: of answers.
        judged: whether judges rate answers as a whole.
    """

    name: str
    domain: str
    kind: str
    trials: int
    signature: str
    mean: float
    sd: float
    named: Mapping[str, object] = field(default_factory=dict)
    titles: Mapping[str, object] = field(default_factory=dict)
    args: Mapping[str, object] = field(default_factory=dict)
    temperature: float = 1.0
    judged: bool = False

    @property
    def group(self) -> str:
        return f"creativity_{self.name}"


def _rated(name: str, domain: str, kind: str, prompts: str) -> Benchmark:
    signature = f"{name}|protocol:agc2026|prompts:{prompts}|fields:18@sha256:c6cb7fe38f2b|{{judges}}|{END}"
    return Benchmark(name, domain, kind, 3, signature, 30.0, 8.0, {"protocol": "agc2026"}, judged=True)


BENCHMARKS = {
    one.name: one
    for one in (
        Benchmark(
            "dat",
            "divergent thinking",
            "Dat",
            10,
            f"dat|protocol:olson2021|prompts:1@sha256:716b9efb9329|words:7 of 10|{TABLE}|dictionary:none|{END}",
            80.0,
            4.0,
            {"protocol": "olson2021", **WORDS},
        ),
        Benchmark(
            "rat",
            "convergent thinking",
            "Rat",
            1,
            f"rat|protocol:schapiro2026|prompts:120@sha256:890a9ea92857|items:own@sha256:fda99114cc2b|{END}",
            0.5,
            0.1,
            {"protocol": "schapiro2026", "items": "own"},
            temperature=0.0,
        ),
        Benchmark(
            "story",
            "creative writing",
            "Story",
            3,
            f"story|protocol:mctb2025|cues:both|prompts:7@sha256:c127d13eb86a|{TABLE}|words:without@sha256:bb913c6436ab"
            f"|judges:none|{END}",
            0.8,
            0.03,
            {"protocol": "mctb2025", "cues": "both", "embedding": "builtin"},
            {"layers": "none", **NOBODY},
            {"layers": "", **UNJUDGED},
        ),
        _rated("metaphor", "figurative language", "Metaphor", "18@sha256:7bc1b0521f1a"),
        _rated("design_problems", "problem solving", "DesignProblems", "14@sha256:0d6e2b7c9a41"),
        _rated("scientific_thinking", "scientific ideation", "ScientificThinking", "16@sha256:5b1f0c7742ce"),
        Benchmark(
            "aut",
            "divergent thinking",
            "Aut",
            10,
            f"aut|protocol:wenger2025|objects:wenger2025|prompts:5@sha256:bb82dfa81188|judges:none|{TABLE}"
            f"|stop_words:sha256:fc3b1cb9843c|threshold:0.6|{END}",
            0.75,
            0.03,
            {"protocol": "wenger2025", "objects": "wenger2025", "embedding": "builtin"},
            NOBODY,
            UNJUDGED,
        ),
        Benchmark(
            "hard_dat",
            "divergent thinking",
            "HardDat",
            1,
            "hard_dat|protocol:mctb2025|prompts:21@sha256:57f3bd4e5b1f|words:7-25 of 25"
            f"|given:common_nouns@sha256:e0078f587bf9|draw:0|{TABLE}|dictionary:none|{END}",
            78.0,
            3.0,
            {"protocol": "mctb2025", **WORDS},
            args={"letters": "all", "draw": 0},
        ),
        Benchmark(
            "cdat",
            "divergent thinking",
            "Cdat",
            1,
            f"cdat|protocol:schapiro2026|prompts:50@sha256:ead62c82275a|words:7 of 10|{TABLE}|dictionary:none|{END}",
            70.0,
            5.0,
            {"protocol": "schapiro2026", **WORDS},
        ),
    )
}
