"""Judges: what they are asked, who rates what, how a reply is parsed, and the ratings that come of it.

Only the modules that ask judges import HELM: ``asking``, ``deployments``, ``outside`` and ``probabilities``. Ratings
are read without it.
"""

from helm_creativity.judges.designs import Design, Panel, Unit, parse_design, parse_judges, short_names
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.ratings import Judgement, JudgeReply, judgement_in, panel_stats, place_name
from helm_creativity.judges.replies import Missing, Reading, Scale
from helm_creativity.judges.rubrics import Question, Rubric
from helm_creativity.judges.weighting import require_weightable

__all__ = [
    "Design",
    "JudgeReply",
    "Judgement",
    "Missing",
    "Panel",
    "Question",
    "Reading",
    "Rubric",
    "Scale",
    "Unit",
    "judgement_in",
    "missing_ratings",
    "panel_stats",
    "parse_design",
    "parse_judges",
    "place_name",
    "require_weightable",
    "short_names",
]
