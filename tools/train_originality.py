"""Trains the judges of originality in ``scenarios/aut/judges`` on people's ratings, and examines how they do it.

    python tools/train_originality.py --mctb FOLDER --ocsai FOLDER [--judge aut-originality-sbert-minilm] [--exam]

The folders are clones of github.com/theGreen-Coder/MCTB and github.com/massivetexts/ocsai. The judge over a sentence
encoder needs the encoder's files (``helm-creativity fetch sbert-minilm``). The program refuses files whose
checksums are not those below, and writes no response.

Training rows are the uses of MCTB's file (Organisciak et al. 2023: eight studies) and of Ocsai's training and
validation splits, each pair of object and use once with the mean of its ratings, without the pairs of Ocsai's test
split. So that split is a test of uses that the judge has not seen, about objects that it has. ``--exam`` trains anew
without a third of the objects, three times, and without one study after the other, and prints how well the left-out
ratings are met.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.trained_judges import list_trained_judges
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import FileProblem
from helm_creativity.scenarios.aut.judge import HERE, features, ratings
from helm_creativity.scenarios.aut.parse import content_words
from helm_creativity.scenarios.aut.weights import LARGEST, Weights

RATINGS = "data/organisciak_2023/all_data.csv"
RATINGS_SHA256 = "d86332aa3df032f1fd9999888dd74bad98a5371c15275e785be2dfc495479e4d"
SPLIT = "data/ocsai1/finetune-gt_main2_prepared_{}.jsonl"
SPLITS_SHA256 = {
    "train": "7b2ed8fb8a1b3c98dbb86428c222c5806870ab73a280d6e664aee137bf05ddfd",
    "val": "a40bc78a5275ad274baeac7f410f7c1beb37e7913b138f5ef5fcfee8e15ccd9b",
    "test": "bab9bf8fc28c27113a7d4d55e8f718edbad02214d14d53d98e8c78f07b3a4068",
}
_LINE = re.compile(r"AUT Prompt:(?P<thing>[^\n]+)\nResponse:(?P<use>[^\n]*)\nScore:\n")

HIDDEN, NETS, EPOCHS, BATCH = 128, 3, 14, 256
RATE, DECAY, DROPOUT, INPUT_DROPOUT = 2e-3, 0.05, 0.5, 0.1
RIDGE, SHARE_OF_RIDGE = 1000.0, 0.25
"""A ridge regression on all features has a quarter of the rating: it is worse on objects of the training data and
better on others."""

Floats = NDArray[np.float32]


VERBS = ("hold", "carry", "cover", "clean", "decorate", "mark", "measure", "repair", "hide", "replace")
LEAST_COMMON, SHARE_OF_COMMON = 5, 0.3
"""A noun at random is with this probability one that so many uses have, otherwise any of WordNet's."""


class Rated(NamedTuple):
    """Uses with the means of people's ratings, from 1 to 5; n of them."""

    things: list[str]
    uses: list[str]
    studies: list[str]
    ratings: Floats
    is_test: NDArray[np.bool_]


def verified(path: Path, sha256: str) -> str:
    """The text of a file.

    Raises:
        FileProblem: when it is not byte for byte the one that the judges were trained on.
    """
    if (found := file_sha256(path)) != sha256:
        raise FileProblem(f"{path} has sha256 {found}, expected {sha256}")
    return path.read_text("utf-8")


def read_rated(mctb: Path, ocsai: Path) -> Rated:
    """All pairs of object and use, each once; ``is_test`` for those of Ocsai's test split."""
    ratings: dict[tuple[str, str], list[float]] = defaultdict(list)
    study: dict[tuple[str, str], str] = {}
    test: dict[tuple[str, str], float] = {}
    for split, sha256 in SPLITS_SHA256.items():
        for line in verified(ocsai / SPLIT.format(split), sha256).splitlines():
            entry = json.loads(line)
            if found := _LINE.fullmatch(entry["prompt"]):
                key, rating = (found["thing"], found["use"]), float(entry["completion"]) / 10
                if split == "test":
                    test[key] = rating
                else:
                    ratings[key].append(rating)
    for row in csv.DictReader(io.StringIO(verified(mctb / RATINGS, RATINGS_SHA256))):
        if row["type"] == "uses":
            key = row["prompt"], row["response"]
            ratings[key].append(float(row["target"]))
            study.setdefault(key, row["src"])
    kept = {key: float(np.mean(values)) for key, values in ratings.items() if key not in test} | test
    return Rated(
        [thing for thing, _ in kept],
        [use for _, use in kept],
        [study.get(key, "") for key in kept],
        np.array(list(kept.values()), np.float32),
        np.array([key in test for key in kept]),
    )


def common_nouns(uses: Iterable[str]) -> list[str]:
    """The nouns that ``LEAST_COMMON`` uses have."""
    counts = Counter(word for use in uses for word in set(content_words(use)))
    return sorted(word for word, n in counts.items() if n >= LEAST_COMMON and word in builtin().noun_set)


def noun_text(rng: np.random.Generator, common: Sequence[str]) -> tuple[int, str]:
    """A noun, two nouns, or a verb and a noun, with the number of that kind."""

    def noun() -> str:
        nouns = builtin().nouns
        return str(rng.choice(common) if rng.random() < SHARE_OF_COMMON else nouns[rng.integers(len(nouns))])

    kind = int(rng.integers(3))
    first, second = noun(), noun()
    return kind, (first, f"{first} {second}", f"{VERBS[rng.integers(len(VERBS))]} a {first}")[kind]


def train(x: Floats, y: Floats) -> Weights:
    """The weights of a judge.

    Args:
        x: features, shape (n, d).
        y: ratings, shape (n,).
    """
    mean, sd = x.mean(axis=0), x.std(axis=0) + 1e-3
    z = np.clip((x - mean) / sd, -LARGEST, LARGEST)
    middle, spread = float(y.mean()), float(y.std())
    linear = np.linalg.solve(z.T @ z + RIDGE * np.eye(z.shape[1], dtype=np.float32), z.T @ (y - middle))
    inputs, target = torch.from_numpy(z), torch.from_numpy((y - middle) / spread)
    nets = [_train_net(inputs, target, seed) for seed in range(NETS)]
    share = (1 - SHARE_OF_RIDGE) * spread / NETS
    return Weights(
        mean.astype(np.float32),
        sd.astype(np.float32),
        (SHARE_OF_RIDGE * linear).astype(np.float32),
        np.concatenate([net[1].weight.detach().numpy().T for net in nets], axis=1),
        np.concatenate([net[1].bias.detach().numpy() for net in nets]),
        np.concatenate([share * net[4].weight.detach().numpy()[0] for net in nets]),
        np.array(middle + share * sum(float(net[4].bias.detach()) for net in nets), np.float32),
    )


def _train_net(inputs: torch.Tensor, target: torch.Tensor, seed: int) -> torch.nn.Sequential:
    torch.manual_seed(seed)
    net = torch.nn.Sequential(
        torch.nn.Dropout(INPUT_DROPOUT),
        torch.nn.Linear(inputs.shape[1], HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Dropout(DROPOUT),
        torch.nn.Linear(HIDDEN, 1),
    )
    steps = EPOCHS * (len(inputs) // BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(inputs))[: len(inputs) // BATCH * BATCH].split(BATCH):
            optimiser.zero_grad()
            torch.nn.functional.mse_loss(net(inputs[rows])[:, 0], target[rows]).backward()
            optimiser.step()
            schedule.step()
    return net.eval()


def write(weights: Weights, path: Path) -> None:
    """Weights of hidden units as bytes with a scale each, all others as they are."""
    scale = np.abs(weights.hidden).max(axis=0) / 127
    stored = {**weights._asdict(), "hidden": np.round(weights.hidden / scale).astype(np.int8), "hidden_scale": scale}
    np.savez_compressed(path, **stored)


def agreement(found: Floats, rated: Rated, rows: NDArray[np.bool_]) -> str:
    """Pearson's r over all rows, and the mean of r within the objects that have 20 rows or more."""
    things, wanted = np.array(rated.things)[rows], rated.ratings[rows]
    within = [
        np.corrcoef(found[things == thing], wanted[things == thing])[0, 1]
        for thing in sorted(set(things))
        if (things == thing).sum() >= 20
    ]
    return f"n {rows.sum():5}  r {np.corrcoef(found, wanted)[0, 1]:.3f}  within objects {np.mean(within):.3f}"


def left_out(rated: Rated) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """What an exam leaves out of training: thirds of the objects, then all objects of a study with all its uses."""
    things = sorted(set(rated.things))
    order = np.random.default_rng(0).permutation(len(things))
    for part in range(3):
        chosen = {things[place] for place in order[part::3]}
        yield f"objects {', '.join(sorted(chosen))}", np.array([thing in chosen for thing in rated.things])
    studies = np.array(rated.studies)
    for study in sorted(set(rated.studies) - {""}):
        yield f"study {study}", studies == study


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the weights, or prints an exam."""
    judges = {judge.name: judge for judge in list_trained_judges()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mctb", type=Path, required=True)
    parser.add_argument("--ocsai", type=Path, required=True)
    parser.add_argument("--judge", choices=list(judges), default=next(iter(judges)))
    parser.add_argument("--exam", action="store_true")
    options = parser.parse_args(arguments)
    rated = read_rated(options.mctb, options.ocsai)
    (embedding,) = load_embeddings(judges[options.judge].embedding)
    x = features(embedding, rated.things, rated.uses)
    weights = train(x[~rated.is_test], rated.ratings[~rated.is_test])
    path = HERE / "judges" / f"{options.judge}.npz"
    write(weights, path)
    print(f"{path}: {(~rated.is_test).sum()} uses of {len(set(rated.things))} objects, {x.shape[1]} features")
    print("Ocsai's test split:", agreement(ratings(weights, x[rated.is_test]), rated, rated.is_test))
    for what, rows in left_out(rated) if options.exam else ():
        print(agreement(ratings(train(x[~rows], rated.ratings[~rows]), x[rows]), rated, rows), what, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
