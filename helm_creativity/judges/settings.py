"""How judges are asked: who, by which design, at which temperature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from helm_creativity.benchmark.names import without_address
from helm_creativity.benchmark.rubrics import DELIMITERS, NONE, TAGS, WARNED
from helm_creativity.benchmark.settings import Option, Requirement, Settings, option, options
from helm_creativity.benchmark.trained_judges import weights_checksum
from helm_creativity.errors import BadArguments
from helm_creativity.judges.designs import SEED, Design, Panel, parse_design, parse_judges, short_names

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark

JUDGE_TEMPERATURE = 0.0
JUDGE_TOKENS = 4096
"""As many as a response may have; a judge's reasoning counts."""

ANCHORS = "anchors"
OF_JUDGES = ("design", "seed", "judge_temp", "judge_max_tokens", "weighted", "delimiters", WARNED, ANCHORS)


@dataclass(frozen=True)
class Judging:
    """Who rates, and how."""

    panel: Panel
    temperature: float = JUDGE_TEMPERATURE
    max_tokens: int = JUDGE_TOKENS
    weighted: bool = False


@dataclass(frozen=True)
class JudgedSettings(Settings):
    """Settings of a benchmark whose responses a panel of judges rates."""

    unjudged_protocols: ClassVar[frozenset[str]] = frozenset()
    usual_design: ClassVar[str] = "all"

    judges: str = option(
        "",
        "deployments of the judges, joined by +",
        label=lambda names: short_names(parse_judges(names)) if names else "none",
        scoring=False,
    )
    design: str = option(
        "",
        "who rates what: all, planned_missing=M or draw=M",
        label=lambda text: parse_design(text).label if text else "all",
        named=False,
        scoring=False,
    )
    seed: int = option(SEED, "seed of the design", low=0, high=2**31 - 1, scoring=False)
    judge_temp: float = option(JUDGE_TEMPERATURE, "temperature of the judges", low=0, high=2, scoring=False)
    judge_max_tokens: int = option(
        JUDGE_TOKENS,
        "token limit of a judge's reply, reasoning included",
        low=16,
        high=1_000_000,
        titled=False,
        compared=False,
        scoring=False,
    )
    weighted: bool = option(False, "whether ratings are weighted by the judge's probabilities", scoring=False)
    delimiters: str = option(
        NONE,
        "what stands around each rated text: none, as the question has it, or tags that a response cannot know",
        choices=DELIMITERS,
        scoring=False,
    )
    warned: bool = option(False, "whether judges are warned that they tend to rate models' texts higher", scoring=False)
    anchors: bool = option(
        False,
        "whether judges rate the benchmark's anchor responses, too, by which the analysis `linking` links panels",
        titled=False,
        compared=False,
        scoring=False,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.judges:
            object.__setattr__(self, "judges", "+".join(parse_judges(self.judges)))
            if self.design == "all":  # nothing is drawn, so that a seed would only give one run two names
                object.__setattr__(self, "seed", SEED)

    def defaults(self) -> Mapping[str, object]:
        """The usual design, where there are judges."""
        return {**super().defaults(), **({"design": self.usual_design} if self.judges else {})}

    @property
    def needs_judges(self) -> bool:
        """Whether there is no score without judges."""
        return self.protocol not in self.unjudged_protocols

    @property
    def judged(self) -> bool:
        """Whether there are judges."""
        return bool(self.judges)

    @property
    def rubric_changes(self) -> Mapping[str, Any]:
        """Tags around each rated text, and the warning."""
        return {name: True for name, is_so in (("tagged", self.delimiters == TAGS), (WARNED, self.warned)) if is_so}

    @cached_property
    def panel(self) -> Panel:
        """The judges and their design."""
        return Panel(parse_judges(self.judges), parse_design(self.design, self.seed))

    @property
    def judging(self) -> Judging:
        """What asking the judges needs."""
        return Judging(self.panel, self.judge_temp, self.judge_max_tokens, self.weighted)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """A panel that can be, or none and nothing that only a panel has."""
        yield from super().requirements(asked)
        if not (asked or self.judged):
            return
        if self.judged or self.needs_judges:
            yield ("judges",), lambda: Panel(parse_judges(self.judges), Design())
            yield ("design",), lambda: parse_design(self.design or self.usual_design, self.seed)
            yield ("judges", "design", "seed"), lambda: self.panel
        else:
            yield OF_JUDGES, self._require_nothing

    def _require_nothing(self) -> None:
        usual = type(self)(protocol=self.protocol)
        without = [name for name in OF_JUDGES if getattr(self, name) != getattr(usual, name)]
        if without:
            names = ", ".join(without)
            raise BadArguments(f"{names} set without judges: name them with judges=, or leave {names} out")

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With judges by full names but for their servers; "from a file" for ratings that came with the responses.

        Responses from a file that judges rate have the same judges here as those of a run.
        """
        parts = super().compared(asked)
        for name in ("judges", *OF_JUDGES):
            parts.pop(name, None)
        if not self.judged:
            return {**parts, "judges": "none" if asked else "from a file"}
        judging = {
            "judges": without_address(self.judges),
            "design": self.panel.design.label,
            "judge_temp": f"{self.judge_temp:.12g}",
        }
        if weights := weights_checksum(self.panel.judges):
            judging["judge_weights"] = weights
        unusual = {name: "true" for name in ("weighted", WARNED) if getattr(self, name)}
        return {**parts, **judging, **unusual, **({"delimiters": TAGS} if self.delimiters == TAGS else {})}


def rating_options(benchmark: Benchmark[Any]) -> dict[str, Option]:
    """The options that matter for responses from a file, which judges rate where the benchmark has any.

    Judges read prompts and items as well, so that all options do but those that say how a model is asked.
    """
    if not issubclass(benchmark.settings_type, JudgedSettings):
        return {name: field for name, field in benchmark.options.items() if field.scoring}
    of_models = {ANCHORS, *(name for name, field in options(Settings).items() if not field.scoring)}
    return {name: field for name, field in benchmark.options.items() if name not in of_models}
