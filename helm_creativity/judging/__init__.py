"""Judges as instruments: what they are asked, who rates what, how a reply is read, and what came of it.

Nothing here imports HELM, so that ratings are read without it; what asks judges does: ``asking``, ``annotator``,
``deployments`` and ``run_spec``.
"""

from helm_creativity.judging.designs import Design, Panel, Unit, parse_design, parse_judges, short_names
from helm_creativity.judging.instruments import Instrument, Question
from helm_creativity.judging.ratings import Judgement, Verdict, judgement_in, panel_stats
from helm_creativity.judging.replies import Choice, Missing, Reading, Scale, read_letter, read_score, read_scores
from helm_creativity.judging.settings import JudgeSettings

__all__ = [
    "Choice",
    "Design",
    "Instrument",
    "JudgeSettings",
    "Judgement",
    "Missing",
    "Panel",
    "Question",
    "Reading",
    "Scale",
    "Unit",
    "Verdict",
    "judgement_in",
    "panel_stats",
    "parse_design",
    "parse_judges",
    "read_letter",
    "read_score",
    "read_scores",
    "short_names",
]
