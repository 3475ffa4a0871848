"""``creativity_<< name >>``: << kind.toy >>."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Settings, benchmark
<< gap >>from << here >>.metric import << camel >>Metric
from << here >>.scenario import << camel >>Scenario


@benchmark(<< camel >>Scenario, << camel >>Metric, temp=0.0)
def << name >>(arguments: Arguments) -> Settings:
    """Riddles; there are no arguments but those of every benchmark."""
    return {}
