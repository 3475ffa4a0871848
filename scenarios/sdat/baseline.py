"""How the baselines respond to the S-DAT, and the best response that is known under the built-in table.

Both use everyday nouns of the benchmark's table; only in English, the one language that the built-in table knows, the
reference response is better than that.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from pathlib import Path

from helm_creativity.benchmark.prompts import texts_in_all_words
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.sdat.benchmark import ASKED, wording
from helm_creativity.scenarios.sdat.items import CONSTRAINTS, LANGUAGES, nouns
from helm_creativity.task_types.word_list.baseline import UNRELATED

CEILING = 99.7
"""What the ten English words score, above every response of the greedy baseline, whose nouns are few."""

PILOT = {"items": "en"}

EVERYDAY = frozenset({"abacus", "honey", "hope", "idea", "printer", "radio", "spinach", "tax", "thermometer", "train"})
"""Those of the table's 238 nouns that lie farthest apart in English, 86.52: a search from each found none better."""


def reference_response(fields: Fields) -> Sample:
    """Ten unrelated nouns in the language of the item, one per line."""
    language = fields["language"]
    everyday = [noun[language] for noun in nouns() if noun["en"] in EVERYDAY]
    return Sample(Response("\n".join(UNRELATED[:10] if language == "en" else everyday), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Everyday nouns, chosen by their English words, in the language of the prompt; None to any other prompt."""
    found = next((task for text, task in _tasks().items() if text in prompt), None)
    if found is None:
        return None
    language, asked, constraint = found
    words = {noun["en"]: noun[language] for noun in nouns() if noun[constraint] == "1"}
    return "\n".join(words[noun] for noun in baseline.unrelated(asked, spelt=words.__contains__))


@lru_cache(maxsize=1)
def _tasks() -> dict[str, tuple[str, int, str]]:
    """Every prompt's text: its language, how many words it asks for, and the constraint."""
    folder, found = Path(__file__).parent, {}
    for language, asked, constraint, prompts in product(LANGUAGES, ASKED, CONSTRAINTS, ("own", "authors")):
        prompt_id, variables = wording(language, prompts)
        for text in texts_in_all_words(folder, prompt_id, n_words=asked, constraint=constraint, **variables):
            found[text] = (language, asked, constraint)
    return found
