"""Has every story rated as a whole."""

from __future__ import annotations

from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.rated.annotator import RatedAnnotator
from helm_creativity.responses import Answer, Unscored
from helm_creativity.scenarios.story.stories import read_story


class StoryAnnotator(RatedAnnotator):
    """Judges read what the scorer takes for a story, and nothing else."""

    def unscored(self, state: RequestState, answer: Answer) -> Unscored | None:
        """As the scorer has it."""
        return read_story(answer, (state.instance.extra_data or {}).get("cues", ())).unscored
