"""What holds for a run and its results where nothing else is named, for commands and functions alike."""

from pathlib import Path

SUITE = "creativity"
"""As ``helm-run --suite``, which has no default."""
OUTPUT_PATH, LOCAL_PATH = Path("benchmark_output"), Path("prod_env")
"""Where ``helm-run`` writes, and where it reads models from, unless it is asked otherwise."""
THREADS = 4
"""Requests at the same time, as ``helm-run -n``."""
RAW, CALIBRATED, LENGTH_FREE = SCORES = ("raw", "calibrated", "length_free")
"""Which scores of judged benchmarks are compared: as judges gave them, or corrected (``results.rescoring``)."""
FACTORS = ("temp", "model-pair", "prompt", "instruction", "letter", "language", "embedding", "form", "max_tokens")
"""What may be varied within models, as in ``results.factor_levels``."""
WATCHED = "HELM_CREATIVITY_WATCHED"
"""Variable under which helm-run prints ``FROM_CACHE`` for each reply of HELM's cache, so that they can be counted."""
FROM_CACHE = "a reply from HELM's cache\n"
LEAST_SCORED = 0.5
"""Share of the responses that must have a score, or a score does not count; as in ``psychometrics``."""
RESPONSE, FOLLOW_UP, JUDGE = REPLY_KINDS = ("response", "follow-up", "judge")
"""Whose replies ``forget`` drops: the model's to first prompts and to further ones, and judges'."""
