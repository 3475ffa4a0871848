"""How judges are asked, in the forms in which run names, annotators, metrics and signatures need it."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.judging.designs import Design, Panel, parse_design, parse_judges, short_names

JUDGE_TEMPERATURE = 0.0
JUDGE_TOKENS = 4096
"""As many as an answer may have; a judge's thoughts count."""

NOBODY = Panel(("",), Design())
"""The panel of a run that is not judged: nobody's name, which no deployment has."""


@dataclass(frozen=True)
class JudgeSettings:
    """Who judges, and how.

    Attributes:
        panel: who, and how many a unit.
        temperature: 0 to 2.
        max_tokens: of a reply, thoughts included.
        weighted: whether a rating is the mean of the numbers that could have stood in its place, by their probabilities
            (``weighting``).
    """

    panel: Panel
    temperature: float = JUDGE_TEMPERATURE
    max_tokens: int = JUDGE_TOKENS
    weighted: bool = False

    @classmethod
    def of(
        cls, judges: str, design: str, seed: int, judge_temp: float, judge_max_tokens: int, weighted: bool = False
    ) -> JudgeSettings:
        """The way back from ``args``; without judges, settings of a run that is not judged.

        Raises:
            BadArguments: for a panel that cannot be.
        """
        panel = Panel(parse_judges(judges), parse_design(design, seed)) if judges else NOBODY
        return cls(panel, judge_temp, judge_max_tokens, weighted)

    @property
    def asked(self) -> bool:
        """Whether there are judges."""
        return self.panel != NOBODY

    @property
    def args(self) -> dict[str, str | int | float]:
        """Arguments of annotators and metrics: plain values, which survive JSON and can be hashed.

        ``weighted`` is there only where it is on.
        """
        return {
            "judges": "+".join(self.panel.judges),
            "design": self.panel.design.text,
            "seed": self.panel.design.seed,
            "judge_temp": self.temperature,
            "judge_max_tokens": self.max_tokens,
            **({"weighted": True} if self.weighted else {}),
        }

    @property
    def named(self) -> dict[str, str]:
        """As the run's name shows it; what is as usual does not stand there, and nothing does without judges."""
        if not self.asked:
            return {}
        names = {"judges": short_names(self.panel.judges), "design": self.panel.design.label}
        if self.temperature != JUDGE_TEMPERATURE:
            names["judge_temp"] = f"{self.temperature:.12g}"
        if self.max_tokens != JUDGE_TOKENS:
            names["judge_max_tokens"] = str(self.max_tokens)
        return {**names, **self._weighing}

    @property
    def titles(self) -> dict[str, str]:
        """Panel and design as titles on HELM's pages, which keep apart what must not be averaged."""
        return {**{name: self.named.get(name, "none") for name in ("judges", "design")}, **self._weighing}

    def signed(self, instruments: str) -> dict[str, str]:
        """As a signature shows it: by full names, with the checksum of what judges are asked."""
        if not self.asked:
            return {"judges": "none"}
        return {
            "judges": "+".join(self.panel.judges),
            "design": self.panel.design.label,
            "judge_prompts": instruments,
            "judge_temp": f"{self.temperature:.12g}",
            "judge_max_tokens": str(self.max_tokens),
            **self._weighing,
        }

    @property
    def _weighing(self) -> dict[str, str]:
        """Nothing where ratings are what judges wrote: names and signatures of such runs stay as they are."""
        return {"weighted": "true"} if self.weighted else {}
