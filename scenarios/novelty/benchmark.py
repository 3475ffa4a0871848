"""NoveltyBench: how many different responses a prompt gets, and what they are worth to a reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from helm_creativity.benchmark.follow_ups import Steps, Trial, ask
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import Requirement, option
from helm_creativity.benchmark.types import Item
from helm_creativity.benchmark.typical_responses import TypicalResponse, prose
from helm_creativity.embeddings.registry import check_embeddings, embedding_label, require_single
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.novelty.items import HERE, PROMPT, prompts_label, read_prompts
from helm_creativity.scenarios.novelty.scorer import JUDGES, LABEL, LABELS, NoveltyResponse, NoveltyScorer
from helm_creativity.scenarios.novelty.scoring import PATIENCE
from helm_creativity.task_types.items_in_file import KeyedBenchmark
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.text import read_text
from helm_creativity.text.plausibility import ANYTHING
from helm_creativity.text.text import folded

SPARE = 2
"""Further responses that are asked for: they replace those that cannot be scored, and are unused otherwise."""

THRESHOLDS: Mapping[str, float] = {"sbert-minilm": 0.6, "sbert-mpnet": 0.6, "builtin": 0.6}
"""Cosine from which responses are the same, by embedding; see the card for how they were chosen."""

SCALE = Scale(1, 10)
QUALITY = Rubric("quality", HERE, "quality", ("quality",), scale=SCALE, rated=("response",), asks_json=True)
SAME = Rubric("same", HERE, "same", ("same",), letters={"A": 1.0, "B": 0.0}, rated=("first", "second"), asks_json=True)

USUAL_CLASSES = 4
"""About as many different responses of ten as the models of the authors' leaderboard have (2.8 to 7.7, median 3.8)."""


@dataclass(frozen=True)
class NoveltySettings(JudgedSettings):
    """Settings of NoveltyBench.

    An embedding that decides has a threshold; 0 stands for the usual one of that embedding.
    """

    unjudged_protocols = frozenset({"zhang2025_distinct"})
    of_files = MappingProxyType({"same": LABELS})

    items: str = option(
        "own",
        "own, 100 prompts of this package; curated or wildchat, the authors', or either with @COMMIT; or a file",
        label=prompts_label,
        items=True,
        named=True,
        scoring=False,
    )
    responses: int = option(
        10, f"responses to a prompt that count; {SPARE} spare ones replace those that fail", low=2, high=100
    )
    patience: float = option(PATIENCE, "of a reader: the probability of asking for another response", low=0, high=1)
    same: str = option(
        JUDGES,
        "who decides which responses are the same: judges, a single embedding, or labels in a file of responses",
        label=lambda same: same if same in ("", JUDGES, LABELS) else embedding_label(same),
        named=True,
    )
    threshold: float = option(0.0, "cosine from which responses are the same under the embedding", low=0, high=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.embedding and not self.threshold:
            object.__setattr__(self, "threshold", THRESHOLDS.get(self.embedding, 0.0))

    @property
    def embedding(self) -> str:
        """The one that decides, or ""."""
        return "" if self.same in (JUDGES, LABELS) else self.same

    @property
    def trials(self) -> int:
        """Responses to each prompt, spare ones among them."""
        return self.responses + SPARE

    def require_trials(self, trials: int) -> None:
        """As many responses to a prompt as count."""
        if trials < self.responses:
            raise BadArguments(
                f"a prompt is scored by {self.responses} responses, and num_trials={trials} asks for fewer: leave "
                f"num_trials out ({self.trials}, of which {SPARE} are spare), ask for {self.responses} or more, or "
                "choose a smaller responses="
            )

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """Prompts that are here, and someone or something that decides which responses are the same."""
        yield from super().requirements(asked)
        if asked:
            yield ("items",), lambda: read_prompts(self.items)
        yield ("same", "threshold"), lambda: self._require_decision(asked)

    def _require_decision(self, asked: bool) -> None:
        decide, not_here = (JUDGES, LABELS) if asked else (LABELS, JUDGES)
        if self.same == not_here:
            raise BadArguments(f"same must be {decide} or an embedding here, got {self.same}")
        if self.same == JUDGES and not self.judged and not self.needs_judges:  # otherwise their lack is a complaint
            raise BadArguments("same=judges needs judges: name some, or an embedding that decides (same=sbert-minilm)")
        if self.embedding:
            require_single("same", self.embedding)
        if self.threshold and not self.embedding:
            raise BadArguments(f"threshold belongs to an embedding (same=sbert-minilm), got same={quoted(self.same)}")
        if self.embedding and not self.threshold:
            known = ", ".join(f"{name} {value:g}" for name, value in THRESHOLDS.items())
            raise BadArguments(f"threshold must be a number above 0, got none: it is known for {known}")

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With the checksum of the embedding; what is asked is in the benchmark's checksum of prompts."""
        parts = super().compared(asked)
        parts.pop("items", None)
        if self.embedding:
            return {**parts, "same": check_embeddings(self.embedding)[0]}
        del parts["threshold"]
        return parts


class Novelty(JudgedBenchmark[NoveltySettings], KeyedBenchmark[NoveltySettings]):
    """Distinct responses, and what they are worth to a reader."""

    settings_type = NoveltySettings
    record = "rows:NoveltyRow"
    response_tokens = 40
    compares_trials = True
    assumptions = (
        f"NoveltyBench: of the responses to a prompt the first {USUAL_CLASSES} are different, and every later one is "
        "compared with all of these; no two texts are equal, about which judges would not be asked.",
    )
    template = PROMPT

    def items(self, settings: NoveltySettings) -> Iterator[Item]:
        """The prompts, as they stand."""
        for number, item in enumerate(read_prompts(settings.items)):
            yield Item(item["id"], self.prompt(item), {**item, "number": number})

    def scorer(self, settings: NoveltySettings) -> NoveltyScorer:
        """See ``NoveltyScorer``; an embedding is opened when responses are scored."""
        return NoveltyScorer(settings)

    def rubrics(self, settings: NoveltySettings) -> Sequence[Rubric]:
        """What a response is worth; and whether two are the same, where judges decide that."""
        return (QUALITY, SAME) if settings.same == JUDGES else (QUALITY,)

    def follow_up(self, trial: Trial, settings: NoveltySettings) -> Steps[NoveltyResponse]:
        """The ratings of a response that counts, and its comparisons with the first response of each class so far.

        No more is asked than is needed: nothing about texts that are equal, about responses beyond the k that count, or
        about those behind a comparison that no judge made.
        """
        sample, fields = trial.sample, trial.sample.fields
        text, reason = read_text(sample, ANYTHING)
        item, kind = str(fields.get("id") or fields["prompt"]), str(fields.get("category"))
        found = NoveltyResponse(item, trial.number, kind, None if reason else text, reason, fields.get(LABEL))
        if (ratings := fields.get("ratings")) is not None:
            return found._replace(quality=tuple(ratings["quality"]))
        counted = [response for response in trial.earlier if response is not None and response.text is not None]
        if found.text is None or len(counted) >= settings.responses:
            return found
        quality = (yield from ask(QUALITY, task=trial.prompt, response=found.text)).values("quality")
        found = found._replace(quality=tuple(quality))
        if settings.same != JUDGES or any(response.member_of is None for response in counted):
            return found
        heads: dict[int, NoveltyResponse] = {}
        for response in counted:
            heads.setdefault(response.member_of, response)
        for number, head in heads.items():
            share: float | None = 1.0
            if folded(head.text or "") != folded(found.text):
                pair = about(head.number, trial.number)
                votes = yield from ask(SAME, pair, task=trial.prompt, first=head.text, second=found.text)
                share = mean_or_none(votes.values("same"))
            if share is None or share > 0.5:
                return found if share is None else found._replace(member_of=number)
        return found._replace(member_of=len(heads))

    def typical_responses(self, trial: Trial, settings: NoveltySettings, trials: int) -> Sequence[TypicalResponse]:
        """The responses to a prompt fall into a few classes, or are all different; then spare ones may count, too."""
        text = prose(self.response_tokens, trial.number)
        last = about(USUAL_CLASSES - 1, trial.number)
        usual = TypicalResponse(text, rating=lambda step: float(step.about == last))
        spare = [
            TypicalResponse(text if trial.number >= failed else "", rating=lambda _: 0.0)
            for failed in range(max(trials - settings.responses, 0) + 1)
        ]
        return (usual, *spare)


def about(head: int, trial: int) -> str:
    """As ``JudgeReply.about`` names the comparison of a response with the first member of a class, by their trials."""
    return f"{head}+{trial}"
