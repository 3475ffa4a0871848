"""How the baselines write a story, and a story of unrelated content words."""

from __future__ import annotations

from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.lexicon.word_files import UNRELATED
from helm_creativity.scenarios.story.benchmark import HERE

CEILING = 0.956
"""Under the built-in table, for the least of seven sets of cue words; 1 is where all words are unrelated. The greedy
baseline has 0.83 at most in 84."""

STORY = (
    "Once there was the {}, and with it the {}, the {}, the {} and the {}. "
    "Then there was the {}, and with it the {}, the {}, the {} and the {}. "
    "After both of these there was the {}, and with it the {}, the {}, the {} and the {}. "
    "Before any of them there had been the {}, the {}, the {} and the {}. "
    "Now there is only the {}, the {}, the {} and the {}."
)
"""Beside the words that are filled in, words of grammar alone, which do not count."""

TEMPLATES = ("mctb2025", "agc2026_own", "agc2026", "agc2026_creative", "agc2026_effective")

STORY_OF_NOUNS = (
    "In a town with one {first_noun}, the first word on the old wall was {first}. A traveller who carried a {other} "
    "read it aloud and wrote {second} beneath it. The {other} made a sound that only the {third_noun} could hear. "
    "By morning the {third_noun} had added {third}, and nobody could say what it meant. So the town kept all three "
    "words and gave its {first_noun} away."
)


def reference_response(fields: Fields) -> Sample:
    """Five sentences with the three cue words and twenty nouns; see ``lexicon.word_files``."""
    words = list(UNRELATED)
    for place, cue in zip((0, 5, 10), fields["cues"], strict=True):
        words.insert(place, cue)
    return Sample(Response(STORY.format(*words), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A story of five sentences about nouns that the baseline chooses, None to any other prompt."""
    for template in TEMPLATES:
        found = match_prompt(HERE, template, prompt, words=placeholder("words"))
        if found is not None:
            first, second, third = found["words"].split(", ")
            names = ("first_noun", "other", "third_noun")
            nouns = dict(zip(names, baseline.unrelated(3, unlike=[first, second, third]), strict=True))
            return STORY_OF_NOUNS.format(first=first, second=second, third=third, **nouns)
    return None
