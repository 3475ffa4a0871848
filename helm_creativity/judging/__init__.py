"""Judges as instruments: what they are asked, who rates what, how a reply is read, and what came of it.

Nothing here imports HELM, so that ratings are read without it; what asks judges does: ``asking``, ``annotator``,
``deployments``, ``probabilities`` and ``run_spec``.
"""

from helm_creativity.judging.complaints import complaints
from helm_creativity.judging.designs import Design, Panel, Unit, parse_design, parse_judges, short_names
from helm_creativity.judging.instruments import Instrument, Question
from helm_creativity.judging.ratings import Judgement, Verdict, judgement_in, panel_stats, place_name
from helm_creativity.judging.replies import Missing, Reading, Scale
from helm_creativity.judging.settings import JudgeSettings
from helm_creativity.judging.weighting import require_weightable

__all__ = [
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
    "complaints",
    "judgement_in",
    "panel_stats",
    "parse_design",
    "parse_judges",
    "place_name",
    "require_weightable",
    "short_names",
]
