"""How judges are asked, in the forms in which run names, annotators, metrics and signatures need it."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.judging.designs import Panel, parse_design, parse_judges, short_names

JUDGE_TEMPERATURE = 0.0
JUDGE_TOKENS = 4096
"""As many as an answer may have; a judge's thoughts count."""


@dataclass(frozen=True)
class JudgeSettings:
    """Who judges, and how.

    Attributes:
        panel: who, and how many a unit.
        temperature: 0 to 2.
        max_tokens: of a reply, thoughts included.
    """

    panel: Panel
    temperature: float = JUDGE_TEMPERATURE
    max_tokens: int = JUDGE_TOKENS

    @classmethod
    def of(cls, judges: str, design: str, seed: int, judge_temp: float, judge_max_tokens: int) -> JudgeSettings:
        """The way back from ``args``.

        Raises:
            BadArguments: for a panel that cannot be.
        """
        return cls(Panel(parse_judges(judges), parse_design(design, seed)), judge_temp, judge_max_tokens)

    @property
    def args(self) -> dict[str, str | int | float]:
        """Arguments of annotators and metrics: plain values, which survive JSON and can be hashed."""
        return {
            "judges": "+".join(self.panel.judges),
            "design": self.panel.design.text,
            "seed": self.panel.design.seed,
            "judge_temp": self.temperature,
            "judge_max_tokens": self.max_tokens,
        }

    @property
    def named(self) -> dict[str, str]:
        """As the run's name shows it; temperature and token limit only where they are not the usual ones."""
        names = {"judges": short_names(self.panel.judges), "design": self.panel.design.label}
        if self.temperature != JUDGE_TEMPERATURE:
            names["judge_temp"] = f"{self.temperature:.12g}"
        if self.max_tokens != JUDGE_TOKENS:
            names["judge_max_tokens"] = str(self.max_tokens)
        return names

    @property
    def titles(self) -> dict[str, str]:
        """Panel and design as titles on HELM's pages, which keep apart what must not be averaged."""
        return {name: self.named[name] for name in ("judges", "design")}

    def signed(self, instruments: str) -> dict[str, str]:
        """As a signature shows it: by full names, with the checksum of what judges are asked."""
        return {
            "judges": "+".join(self.panel.judges),
            "design": self.panel.design.label,
            "judge_prompts": instruments,
            "judge_temp": f"{self.temperature:.12g}",
            "judge_max_tokens": str(self.max_tokens),
        }
