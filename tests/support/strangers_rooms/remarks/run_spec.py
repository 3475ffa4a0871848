"""``creativity_NAME``: remarks."""

from strangers.NAME.metric import RemarksMetric
from strangers.NAME.scenario import RemarksScenario

from helm_creativity.rated.run_spec import rated_run_spec

run_spec = rated_run_spec(RemarksScenario, RemarksMetric)
