"""``creativity_design_problems``: solutions to design problems, rated by a panel of judges."""

from __future__ import annotations

from helm_creativity.rated.run_spec import rated_run_spec
from helm_creativity.scenarios.design_problems.metric import DesignProblemsMetric
from helm_creativity.scenarios.design_problems.scenario import DesignProblemsScenario

get_design_problems_run_spec = rated_run_spec(DesignProblemsScenario, DesignProblemsMetric)
