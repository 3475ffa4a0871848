"""Names by which corrected scores are known: in comparable keys, among stats, in provenance and in notes."""

from __future__ import annotations

from helm_creativity.defaults import CALIBRATED, LENGTH_FREE

CORRECTION = "scores"
"""Names the correction in the comparable key, so that corrected scores share a table with each other alone."""
RAW_SCORE = "raw_score"
"""Stat that keeps the raw score beside a corrected one."""
REFERENCE = "reference_judge"
"""Names the judge on whose scale scores are calibrated, in their provenance."""

MADE_OF = {
    CALIBRATED: "calibrated scores: each rating is the one that the reference judge gives at the θ of what was rated",
    LENGTH_FREE: "scores at equal length: what longer responses to an item add to ratings is taken out",
}
"""How corrected scores are made, for a note."""
