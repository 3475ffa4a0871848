"""What is scored, and how it is decided which answers are the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from helm_creativity.embeddings.registry import check_embeddings, embedding_label, require_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judging import Instrument, JudgeSettings, Scale
from helm_creativity.rooms import checksum_of, signature
from helm_creativity.scenarios.novelty.measure import PATIENCE
from helm_creativity.scenarios.novelty.prompt_sets import CARD, ROOM, checksum_in, items_of

K = 10
"""Answers that count (Zhang et al. 2025, section 3.2)."""

PROTOCOLS: Mapping[str, str] = {"zhang2025": "utility", "zhang2025_distinct": "distinct"}
"""The stat that is the score."""
UNJUDGED = "zhang2025_distinct"
"""The protocol that does without judges, too."""

JUDGES, GIVEN = "judges", "given"
"""Who decides which answers are the same, where it is no embedding; ``given``: whoever made a file of answers."""

THRESHOLDS: Mapping[str, float] = {"sbert-minilm": 0.6, "sbert-mpnet": 0.6, "builtin": 0.6}
"""Cosine from which answers are the same, by embedding; see the card for how they were chosen."""

SCALE = Scale(1, 10)
QUALITY = Instrument("quality", ROOM.folder, "quality", ("quality",), scale=SCALE, rated=("response",))
SAME = Instrument("same", ROOM.folder, "same", ("same",), letters={"A": 1.0, "B": 0.0}, rated=("first", "second"))


@dataclass(frozen=True)
class Way:
    """How answers become a score.

    Attributes:
        protocol: one of ``PROTOCOLS``.
        k: answers that count, an item.
        patience: of the reader, 0 to 1.
        same: who decides which answers are the same: ``JUDGES``, ``GIVEN``, or the name of an embedding.
        threshold: cosine from which answers are the same; 0 without an embedding.
    """

    protocol: str
    k: int = K
    patience: float = PATIENCE
    same: str = GIVEN
    threshold: float = 0.0

    @property
    def embedding(self) -> str:
        """The one that decides, or ""."""
        return "" if self.same in (JUDGES, GIVEN) else self.same

    @property
    def args(self) -> dict[str, Any]:
        """As arguments of a metric, without the protocol."""
        return {name: value for name, value in asdict(self).items() if name != "protocol"}

    @property
    def named(self) -> dict[str, object]:
        """As names of runs show it; what is as usual does not stand there."""
        unusual = {"k": (self.k, K), "patience": (self.patience, PATIENCE)}
        decides = f"{embedding_label(self.embedding)}@{self.threshold:g}" if self.embedding else self.same
        return {**{name: one for name, (one, usual) in unusual.items() if one != usual}, "same": decides}

    @property
    def signed(self) -> dict[str, object]:
        """As a signature shows it, with the checksum of the embedding."""
        least = {"threshold": f"{self.threshold:g}"} if self.embedding else {}
        same = check_embeddings(self.embedding)[0] if self.embedding else self.same
        return {"k": self.k, "patience": f"{self.patience:g}", "same": same, **least}


def way_of(protocol: str, k: int, patience: float, same: object, threshold: object = "") -> Way:
    """The settings of a run entry; for ``threshold`` "" stands for what is usual.

    Raises:
        BadArguments: for several embeddings, and a threshold that is wrong, missing or of no use.
        EmbeddingNotFound: for one that is not on this machine; the message has the command that brings it.
    """
    way = Way(protocol, k, patience, str(same))
    if not way.embedding:
        if threshold != "":
            raise BadArguments(f"threshold belongs to an embedding (same=sbert-minilm), got same={same}: leave it out")
        return way
    if "+" in embedding_label(way.embedding):
        raise BadArguments(f"same must be {JUDGES} or a single embedding, got {same!r}")
    require_embeddings(way.embedding)
    least = THRESHOLDS.get(way.embedding) if threshold == "" else threshold
    if isinstance(least, bool) or not isinstance(least, (int, float)) or not 0 < least <= 1:
        known = ", ".join(f"{one} {value:g}" for one, value in THRESHOLDS.items())
        raise BadArguments(
            f"threshold must be a number above 0 and at most 1, got {threshold!r}; from which cosine answers are the "
            f"same depends on the embedding, and is known for {known}"
        )
    return replace(way, threshold=float(least))


def instruments_of(same: str) -> str:
    """Number and checksum of what judges are asked."""
    pairs = SAME.forms(task="TASK", first="FIRST", second="SECOND") if same == JUDGES else ()
    return checksum_of([*QUALITY.forms(task="TASK", response="RESPONSE"), *pairs])


def run_signature(way: Way, prompts: object, judges: JudgeSettings) -> str:
    """Everything that moves the score of a run.

    Raises:
        BadArguments: when judges are to decide and there are none, or nobody is.
    """
    if way.same == GIVEN:
        raise BadArguments(f"same must be {JUDGES} or an embedding, got {way.same!r}, which is for files of answers")
    if way.protocol == UNJUDGED and way.same == JUDGES and not judges.asked:  # the other one always has judges
        raise BadArguments(
            f"same={JUDGES} needs judges: name some, or an embedding that decides, such as same=sbert-minilm"
        )
    asked = checksum_in(items_of(prompts))
    return signature(
        CARD, protocol=way.protocol, prompts=asked, **way.signed, **judges.signed(instruments_of(way.same))
    )
