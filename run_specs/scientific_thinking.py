"""``creativity_scientific_thinking``: hypotheses, research questions and experiments, rated by a panel of judges."""

from __future__ import annotations

from helm_creativity.rated.run_spec import rated_run_spec
from helm_creativity.scenarios.scientific_thinking.metric import ScientificThinkingMetric
from helm_creativity.scenarios.scientific_thinking.scenario import ScientificThinkingScenario

get_scientific_thinking_run_spec = rated_run_spec(ScientificThinkingScenario, ScientificThinkingMetric)
