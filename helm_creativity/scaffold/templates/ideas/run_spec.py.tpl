"""``creativity_<< name >>``: << kind.toy >>."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Settings
from helm_creativity.judging.benchmark import judged_benchmark
<< gap >>from << here >>.annotator import << camel >>Annotator
from << here >>.ideas import INSTRUMENTS
from << here >>.metric import << camel >>Metric
from << here >>.scenario import << camel >>Scenario


@judged_benchmark(
    << camel >>Scenario,
    << camel >>Metric,
    << camel >>Annotator,
    weighs=INSTRUMENTS,
)
def << name >>(arguments: Arguments) -> Settings:
    """Ideas; there are no arguments but those of every judged benchmark."""
    return {}
