"""``creativity_<< name >>``: << kind.toy >>."""

from __future__ import annotations

from helm_creativity.rated.run_spec import rated_run_spec
<< gap >>from << here >>.metric import << camel >>Metric
from << here >>.scenario import << camel >>Scenario

get_<< name >>_run_spec = rated_run_spec(<< camel >>Scenario, << camel >>Metric)
