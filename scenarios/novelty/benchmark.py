"""NoveltyBench: how many different responses a prompt gets, and what they are worth to a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from helm_creativity.benchmark.follow_ups import Steps, Trial, TypicalResponse, ask, prose
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import Requirement, option
from helm_creativity.benchmark.types import FailureReason, Item, SampleScore
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.registry import check_embeddings, embedding_label, load_embeddings, require_single
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.plausibility import ANYTHING
from helm_creativity.parsing.text import folded
from helm_creativity.psychometrics.tables import key_codes
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.novelty.items import CATEGORIES, HERE, PROMPT, prompts_label, read_prompts
from helm_creativity.scenarios.novelty.scoring import PATIENCE, classes, distinct, first_repeated, utility
from helm_creativity.task_types.items_in_file import KeyedBenchmark
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.text import places_by, read_text, stats_by_item

JUDGES, LABELS = "judges", "labels"
"""Who decides which responses are the same, where it is no embedding."""
LABEL = "class"
"""Field of records whose responses were sorted: equal labels are the same class."""
MEMBER_OF = "member_of"
"""Detail of a score: the class, counted from 0 in the order of first members."""
PROTOCOLS: Mapping[str, str] = {"zhang2025": "utility", "zhang2025_distinct": "distinct"}
"""The submetric that is the score."""
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
        if self.same == (LABELS if asked else JUDGES):
            decide = JUDGES if asked else LABELS
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


class NoveltyResponse(NamedTuple):
    """What is known of response ``number`` to an item: ``text`` is what is compared, ``label`` its class in a file.

    ``member_of`` is its class by the judges; None where they do not decide, or made no comparison.
    """

    item: str
    number: int
    category: str
    text: str | None
    failure_reason: FailureReason | None
    label: str | None = None
    quality: Sequence[float] = ()
    member_of: int | None = None


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
            if folded(head.text or "") != folded(text):
                pair = f"{head.number}+{trial.number}"
                votes = yield from ask(SAME, pair, task=trial.prompt, first=head.text, second=found.text)
                share = mean_or_none(votes.values("same"))
            if share is None or share > 0.5:
                return found if share is None else found._replace(member_of=number)
        return found._replace(member_of=len(heads))

    def typical_responses(self, trial: Trial, settings: NoveltySettings, trials: int) -> Sequence[TypicalResponse]:
        """The responses to a prompt fall into a few classes, or are all different; then spare ones may count, too."""
        text, last = prose(self.response_tokens, trial.number), f"{USUAL_CLASSES - 1}+{trial.number}"
        usual = TypicalResponse(text, rating=lambda step: float(step.about == last))
        failed = range(max(trials - settings.responses, 0) + 1)
        return (usual, *(TypicalResponse(text if trial.number >= n else "", rating=lambda _: 0.0) for n in failed))


class NoveltyScorer:
    """See ``RunScorer``."""

    def __init__(self, settings: NoveltySettings) -> None:
        self._settings, self._main = settings, PROTOCOLS[settings.protocol]

    def score(self, found: Sequence[NoveltyResponse]) -> list[SampleScore]:
        """One score for each response; its details hold the class of a response that counts.

        A prompt with fewer than k responses that can be scored has no score, nor has one whose ratings or comparisons
        are missing. Its responses then have that reason, and those that cannot be scored their own.
        """
        k, groups = self._settings.responses, _grouped(found)
        counted = [[i for i in group if found[i].failure_reason is None][:k] for group in groups]
        same = self._same([folded(found[i].text or "") for places in counted for i in places])
        scores: dict[int, SampleScore] = {}
        for group, places in zip(groups, counted, strict=True):
            numbers = self._classes([found[i] for i in places], same)
            values = {i: mean_or_none(found[i].quality) for i in places}
            of_item: dict[str, float | None] = dict.fromkeys(("distinct", "utility", "first_repeated"))
            if len(places) == k and numbers is not None:
                of_item["distinct"], of_item["first_repeated"] = distinct(numbers), first_repeated(numbers)
                of_item["utility"] = utility(numbers, list(values.values()), self._settings.patience)
            score, reason = of_item[self._main], None
            if score is None:
                reason = FailureReason.TOO_FEW_VALID if len(places) < k else FailureReason.UNJUDGED
            member = dict(zip(places, numbers or (), strict=False))
            for i in group:
                submetrics = of_item if i in values and not reason else dict.fromkeys(of_item)
                submetrics = {**submetrics, "quality": values.get(i)}
                why = found[i].failure_reason or reason
                scores[i] = SampleScore(None if why else score, why, submetrics, {MEMBER_OF: member.get(i)})
        return [scores[i] for i in range(len(found))]

    def group(self, found: NoveltyResponse) -> str:
        """See ``GroupScorer``: the prompt, by its id where it has one."""
        return found.item

    def score_run(self, found: Sequence[NoveltyResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Means over prompts, by category too."""
        means, zeros = list[float | None](), list[float | None]()
        kinds: dict[str, list[float]] = {kind: [] for kind in CATEGORIES}
        for group in _grouped(found):
            its = [scores[i] for i in group]
            means.append(next((score.score for score in its if score.score is not None), None))
            zeros.append(self._with_failures(its[: self._settings.responses]))
            numbers = [number for score in its if (number := score.submetrics["distinct"]) is not None]
            kinds.get(found[group[0]].category, []).extend(numbers[:1])
        by_kind = {f"distinct_{kind}": mean_or_none(some) for kind, some in kinds.items()}
        return {**stats_by_item(means, zeros), **by_kind}

    def _with_failures(self, first: Sequence[SampleScore]) -> float | None:
        """The score of an item's first k responses where each that failed keeps its place and is worth nothing.

        None for an item that was asked fewer than k times, or whose ratings or comparisons are missing.
        """
        numbers = [score.details[MEMBER_OF] for score in first]
        could_count = (None, FailureReason.TOO_FEW_VALID, FailureReason.UNJUDGED)
        unjudged = (score.failure_reason in could_count and score.details[MEMBER_OF] is None for score in first)
        if len(first) < self._settings.responses or any(unjudged):
            return None
        if self._main == "distinct":
            return float(distinct(numbers))
        return utility(numbers, [score.submetrics["quality"] for score in first], self._settings.patience)

    def _classes(self, item: Sequence[NoveltyResponse], same: Callable[[str, str], bool] | None) -> list[int] | None:
        """By labels where all responses have one, otherwise by the embedding or the judges; None if one is unknown."""
        labels = [response.label for response in item]
        if None not in labels:
            return list(key_codes(labels).tolist())
        if self._settings.same == LABELS:
            raise BadArguments(f"expected a field {LABEL} with every response, or an embedding that decides (--same)")
        if same is not None:
            return classes([folded(response.text or "") for response in item], same)
        numbers = [response.member_of for response in item if response.member_of is not None]
        return numbers if len(numbers) == len(item) else None

    def _same(self, texts: Sequence[str]) -> Callable[[str, str], bool] | None:
        """By the cosine of texts, each embedded once; what has no vector is like no other text. None without one."""
        if not self._settings.embedding:
            return None
        row_of = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        (embedding,) = load_embeddings(self._settings.embedding)
        vectors, known = WithPhrases(embedding).embed(list(row_of))

        def same(first: str, second: str) -> bool:
            i, j = row_of[first], row_of[second]
            return i == j or bool(known[i] and known[j] and vectors[i] @ vectors[j] >= self._settings.threshold)

        return same


def _grouped(found: Sequence[NoveltyResponse]) -> list[list[int]]:
    """Responses to each prompt, by position, in the order of their trials, or of the file where they have none."""
    groups = places_by(response.item for response in found).values()
    return [sorted(group, key=lambda i: found[i].number) for group in groups]
