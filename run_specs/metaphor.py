"""``creativity_metaphor``: completions of sentences by metaphors, rated by a panel of judges."""

from __future__ import annotations

from helm_creativity.rated.run_spec import rated_run_spec
from helm_creativity.scenarios.metaphor.metric import MetaphorMetric
from helm_creativity.scenarios.metaphor.scenario import MetaphorScenario

get_metaphor_run_spec = rated_run_spec(MetaphorScenario, MetaphorMetric)
