"""The few classes that touch HELM. Importing this package registers the baseline models, in whichever process that is.

Only ``helm-run`` loads entry points. A Slurm worker and ``helm-summarize`` instantiate our classes by name, which
imports this package first, so the models are known there too.
"""

from helm_creativity.hosting.arguments import MAX_TOKENS, Arguments, Sampling, qualified_name
from helm_creativity.hosting.benchmark import Chosen, Settings, benchmark
from helm_creativity.hosting.guard import GuardAnnotator
from helm_creativity.hosting.instructions import NEUTRAL
from helm_creativity.hosting.metric import ResponseMetric
from helm_creativity.hosting.models import register_models
from helm_creativity.hosting.run_spec import adapter, creativity_run_spec
from helm_creativity.hosting.scenario import Ask, CreativityScenario, ItemScenario
from helm_creativity.hosting.words import STAND_IN, VectorSettings, WordSettings, vector_settings, word_settings

register_models()

__all__ = [
    "MAX_TOKENS",
    "NEUTRAL",
    "STAND_IN",
    "Arguments",
    "Ask",
    "Chosen",
    "CreativityScenario",
    "GuardAnnotator",
    "ItemScenario",
    "ResponseMetric",
    "Sampling",
    "Settings",
    "VectorSettings",
    "WordSettings",
    "adapter",
    "benchmark",
    "creativity_run_spec",
    "qualified_name",
    "vector_settings",
    "word_settings",
]
