"""``helm_creativity.score`` as type checkers and editors see it: one overload per benchmark, with its settings.

Made by ``make generated``. A benchmark of another package is the last overload. ``helm_creativity.api`` says what the
function does.
"""

from typing import Literal, overload

from helm_creativity.api import Answers, Scores

@overload
def score(
    name: Literal["aut", "creativity_aut"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["wenger2025", "mctb2025", "agc2026"] = ...,
    uses: int = ...,
    prompts: Literal["authors", "own"] = ...,
    embedding: str = ...,
) -> Scores:
    """Alternate Uses Task."""

@overload
def score(
    name: Literal["cdat", "creativity_cdat"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["schapiro2026", "nakajima2026"] = ...,
    embedding: str = ...,
    estimate: bool = ...,
    dictionary: str = ...,
) -> Scores:
    """Conditional Divergent Association Task."""

@overload
def score(
    name: Literal["create", "creativity_create"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["wadhwa2026", "wadhwa2026_code"] = ...,
    embedding: str = ...,
) -> Scores:
    """CREATE: associative creativity by paths."""

@overload
def score(
    name: Literal["dat", "creativity_dat"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["olson2021", "schapiro2026", "mctb2025"] = ...,
    embedding: str = ...,
    estimate: bool = ...,
    dictionary: str = ...,
) -> Scores:
    """Divergent Association Task."""

@overload
def score(
    name: Literal["design_problems", "creativity_design_problems"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["agc2026"] = ...,
) -> Scores:
    """Design Problems."""

@overload
def score(
    name: Literal["drat", "creativity_drat"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["schapiro2026"] = ...,
    utility: Literal["max", "min", "avg"] = ...,
    quantile: float = ...,
    n_min: int = ...,
    pool: str = ...,
    anchor_words: Literal["scored", "left_out"] = ...,
    embedding: str = ...,
    estimate: bool = ...,
    dictionary: str = ...,
) -> Scores:
    """Divergent Remote Association Test."""

@overload
def score(
    name: Literal["hard_dat", "creativity_hard_dat"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["mctb2025"] = ...,
    embedding: str = ...,
    estimate: bool = ...,
    dictionary: str = ...,
) -> Scores:
    """Hard Divergent Association Task."""

@overload
def score(
    name: Literal["hivemind", "creativity_hivemind"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["jiang2025"] = ...,
    embedding: str = ...,
) -> Scores:
    """Artificial Hivemind."""

@overload
def score(
    name: Literal["letter_string", "creativity_letter_string"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["lewis2025"] = ...,
) -> Scores:
    """Letter-String Analogies."""

@overload
def score(
    name: Literal["live_idea_bench", "creativity_live_idea_bench"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["ruan2024", "ruan2026"] = ...,
) -> Scores:
    """LiveIdeaBench."""

@overload
def score(
    name: Literal["macgyver", "creativity_macgyver"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["agc2026"] = ...,
    items: Literal["own", "macgyver2024"] = ...,
) -> Scores:
    """MacGyver-like problems."""

@overload
def score(
    name: Literal["metaphor", "creativity_metaphor"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["agc2026"] = ...,
) -> Scores:
    """Metaphor Completion."""

@overload
def score(
    name: Literal["novelty", "creativity_novelty"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["zhang2025", "zhang2025_distinct"] = ...,
    responses: int = ...,
    patience: float = ...,
    same: str = ...,
    threshold: float = ...,
) -> Scores:
    """NoveltyBench."""

@overload
def score(
    name: Literal["pace", "creativity_pace"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["schapiro2026"] = ...,
    embedding: str = ...,
    estimate: bool = ...,
    dictionary: str = ...,
) -> Scores:
    """Parallel Association Chain Evaluation."""

@overload
def score(
    name: Literal["rat", "creativity_rat"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["schapiro2026", "wadhwa2026"] = ...,
    items: Literal["own", "bowden2003"] = ...,
) -> Scores:
    """Remote Associates Test."""

@overload
def score(
    name: Literal["scientific_thinking", "creativity_scientific_thinking"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["agc2026"] = ...,
) -> Scores:
    """Scientific Creative Thinking."""

@overload
def score(
    name: Literal["sdat", "creativity_sdat"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["mctb2025"] = ...,
    asked: Literal[10, 25] = ...,
    constraint: Literal["none", "edible", "tool", "under_ten_dollars", "sound"] = ...,
    embedding: str = ...,
    estimate: bool = ...,
) -> Scores:
    """Synthetic Divergent Association Task."""

@overload
def score(
    name: Literal["story", "creativity_story"],
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    protocol: Literal["mctb2025", "agc2026"] = ...,
    embedding: str = ...,
    layers: str = ...,
) -> Scores:
    """Short stories."""

@overload
def score(
    name: str,
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    **settings: object,
) -> Scores: ...
