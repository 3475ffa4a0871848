"""Trains the fit of a use in ``scenarios/aut/judges`` on people's uses, and examines it on objects it has not seen.

    python tools/train_fit.py --mctb FOLDER --ocsai FOLDER --muse FOLDER --conceptnet FOLDER

The folders are clones of github.com/theGreen-Coder/MCTB, github.com/massivetexts/ocsai, of
github.com/cssai-research/MuseScorer at ce4f6999872a8eeb9d7f632dfecf6be8e6c621f4, and of github.com/BinWang28/InductivE
at 28ac8f2799ee01b6fa8f8648e2e68cf09f929eb7 (its ConceptNet-100K: Li et al. 2016). The program refuses files whose
checksums are not those that it knows, and writes no response.

Texts that are a use are people's, at most ``MOST`` of an object. Those that are none are uses of another object in the
same study, one or two nouns at random, a noun behind a verb, a use's words in another order, and as many words drawn
from all uses. The two maps are learned from ConceptNet's UsedFor without what it says of the objects of people's uses,
so that these are unseen to the maps. The exam leaves out quarters of the objects, then three studies, and prints the
mean AUC within objects, with an interval from a bootstrap of the objects. The threshold is what all but a twentieth of
people's uses of objects that are left out have.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.stats import rankdata
from train_originality import common_nouns, noun_text, read_rated, verified

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.aut.fit import WEIGHTS, FitWeights, TextFeatures, class_pairs, thing_features
from helm_creativity.scenarios.aut.vectors import UseSpace
from helm_creativity.scenarios.aut.weights import LARGEST, Floats, Weights

MUSE = "1_MuseRAG_annotation_generation/input_files/ideas_{}.csv"
MUSE_SHA256 = {
    "button": "736536e96de32bc1e7645abee7796ad05311012459a3e8e4ab8a67bbcbb199df",
    "key": "2534b36629a72a6b05cce44d19462d4ff51c1a4618ad9add162365777d802b18",
    "shoe": "5bf9f4dc55250fc1140cef67784cf7c9deec8af87cf706b8b345340fc2b5dfa2",
    "wooden_pencil": "1fbb23836efef90c544992b9a02ff88d36fb84ab78f62be208e99436980ca940",
    "automobile_tire": "8bf0a1377bf78be020baca00fc898c81cab95dc2f01c6a40e693ab1193556974",
}
CONCEPTNET = "data/conceptnet-100k/train.txt"
CONCEPTNET_SHA256 = "8fd8b132482fa17837e74084c6d3e0c88c828999990cffe1cf036013de906c16"
MOST, LEAST_PAIRS, SHARE_OF_REORDERED = 1200, 30, 0.5
MAPPED, OTHERS, MAP_RATE, MAP_DECAY, MAP_EPOCHS, MAP_BATCH = 48, 256, 3e-3, 0.1, 6, 512
HIDDEN, NETS, EPOCHS, BATCH, RATE, DECAY, DROPOUT, INPUT_DROPOUT = 32, 3, 4, 256, 2e-3, 0.1, 0.4, 0.1
RIDGE, LOST = 30.0, 0.05
USE, OTHER, NOUN = "use", "use of another object", "noun"
KINDS = (OTHER, NOUN, "two nouns", "verb and noun", "reordered words", "words of all uses")


class Use(NamedTuple):
    """What a person wrote."""

    thing: str
    use: str
    study: str


class Examples(NamedTuple):
    """n texts, each with an object, what kind of text it is, and the study of the use from which it was made."""

    things: NDArray[np.str_]
    texts: list[str]
    kinds: NDArray[np.str_]
    studies: NDArray[np.str_]


def read_uses(mctb: Path, ocsai: Path, muse: Path) -> list[Use]:
    """Different uses of an object, in lower case, with at most ``MOST`` of each; the choice is random."""
    rated = read_rated(mctb, ocsai)
    found = [Use(thing.lower(), use, study or "ocsai") for thing, use, study in zip(*rated[:3], strict=True)]
    for name, sha256 in MUSE_SHA256.items():
        text = verified(muse / MUSE.format(name), sha256).removeprefix("\ufeff")
        thing = name.rpartition("_")[2]
        found += [Use(thing, row["idea_content"], "musescorer") for row in csv.DictReader(io.StringIO(text))]
    tidied = (use._replace(use=" ".join(use.use.split())) for use in found)
    different = list({(use.thing, use.use.lower()): use for use in tidied if use.use}.values())
    chosen, counts = [], Counter[str]()
    for place in np.random.default_rng(0).permutation(len(different)):
        counts[different[place].thing] += 1
        if counts[different[place].thing] <= MOST:
            chosen.append(different[place])
    return chosen


def read_used_for(folder: Path, left_out: set[str]) -> list[tuple[str, str]]:
    """Things and what they are used for, without things whose name has a word that is left out."""
    text = verified(folder / CONCEPTNET, CONCEPTNET_SHA256)
    rows = (line.split("\t") for line in text.splitlines())
    pairs = {(row[1], row[2]) for row in rows if row[0] == "UsedFor" and len(row[1].split()) <= 3}
    return sorted(pair for pair in pairs if not left_out & set(pair[0].split()))


def make_examples(uses: Sequence[Use], seed: int = 0) -> Examples:
    """For each use, itself and three texts that are none."""
    rng = np.random.default_rng(seed)
    by_study: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for use in uses:
        by_study[use.study][use.thing].append(use.use)
    common = common_nouns(use.use for use in uses)
    rows = []
    for use in uses:
        elsewhere = sorted({*by_study[use.study]} - {use.thing})
        of_another = by_study[use.study][elsewhere[rng.integers(len(elsewhere))]] if elsewhere else [use.use]
        kind, nouns = noun_text(rng, common)
        words = use.use.split()
        reorders = len(set(words)) >= 3 and rng.random() < SHARE_OF_REORDERED
        drawn = [str(rng.choice(uses[int(rng.integers(len(uses)))].use.split())) for _ in range(max(3, len(words)))]
        mixed = rng.permutation(words).tolist() if reorders else drawn
        texts = use.use, of_another[rng.integers(len(of_another))], nouns, " ".join(mixed)
        kinds = USE, OTHER, KINDS[1 + kind], KINDS[4] if reorders else KINDS[5]
        rows += [
            (use.thing, text, kind, use.study)
            for text, kind in zip(texts, kinds, strict=True)
            if text != use.use or kind == USE
        ]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return Examples(np.array(columns[0]), columns[1], np.array(columns[2]), np.array(columns[3]))


def train_maps(pairs: Sequence[tuple[str, str]]) -> tuple[Floats, Floats, Floats, float]:
    """The two maps, other things so mapped, and the scale of inner products.

    In a batch, each use is to be nearer to its thing than to the others, beyond how often these are there.
    """
    space = UseSpace(builtin(), [text for pair in pairs for text in pair])
    pairs = [pair for pair in pairs if all(map(space.knows, pair))]
    names, inverse = np.unique([thing for thing, _ in pairs], return_inverse=True)
    things = torch.from_numpy(space.vectors(names.tolist()))
    uses = torch.from_numpy(space.vectors([use for _, use in pairs]))
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    maps = [torch.nn.Linear(things.shape[1], MAPPED, bias=False) for _ in range(2)]
    drop, log_scale = torch.nn.Dropout(0.2), torch.nn.Parameter(torch.tensor(2.5))
    optimiser = torch.optim.AdamW(
        [*maps[0].parameters(), *maps[1].parameters(), log_scale], MAP_RATE, weight_decay=MAP_DECAY
    )
    steps = MAP_EPOCHS * len(pairs) // MAP_BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, MAP_RATE, total_steps=steps + 1)
    chances = np.bincount(inverse)[inverse] ** -0.5
    for _ in range(steps):
        rows = rng.choice(len(pairs), MAP_BATCH, p=chances / chances.sum())
        there, target, counts = np.unique(inverse[rows], return_inverse=True, return_counts=True)
        mapped = torch.nn.functional.normalize(maps[0](drop(uses[rows])), dim=1)
        goals = torch.nn.functional.normalize(maps[1](drop(things[there])), dim=1)
        values = log_scale.exp() * mapped @ goals.T + torch.log(torch.from_numpy(counts / MAP_BATCH).float())
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(values, torch.from_numpy(target)).backward()
        optimiser.step()
        schedule.step()
    to_uses, to_things = (part.weight.detach().numpy().T for part in maps)
    usual = [name for name, _ in Counter(thing for thing, _ in pairs if " " not in thing).most_common(OTHERS)]
    others = space.vectors(usual) @ to_things
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    return stepped(to_uses), stepped(to_things), stepped(others), float(log_scale.detach().exp())


def stepped(matrix: Floats) -> Floats:
    """A matrix as its file keeps it: bytes with a step for each column."""
    step = np.maximum(np.abs(matrix).max(axis=0), 1e-9) / 127
    return (np.round(matrix / step) * step).astype(np.float32)


def train_phrase(x: Floats, y: Floats, weight: Floats) -> Weights:
    """The nets that tell a use of anything from a text that is none."""
    mean, sd = x.mean(axis=0), x.std(axis=0) + 1e-3
    inputs, target, weights = map(torch.from_numpy, (np.clip((x - mean) / sd, -LARGEST, LARGEST), y, weight))
    nets = []
    for seed in range(NETS):
        torch.manual_seed(seed)
        layers = (
            torch.nn.Linear(x.shape[1], HIDDEN),
            torch.nn.ReLU(),
            torch.nn.Dropout(DROPOUT),
            torch.nn.Linear(HIDDEN, 1),
        )
        net = torch.nn.Sequential(torch.nn.Dropout(INPUT_DROPOUT), *layers)
        optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
        steps = EPOCHS * (len(inputs) // BATCH)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(inputs))[: len(inputs) // BATCH * BATCH].split(BATCH):
                optimiser.zero_grad()
                values = net(inputs[rows])[:, 0]
                torch.nn.functional.binary_cross_entropy_with_logits(values, target[rows], weights[rows]).backward()
                optimiser.step()
                schedule.step()
        nets.append(net.eval())
    return Weights(
        mean.astype(np.float32),
        sd.astype(np.float32),
        np.zeros(x.shape[1], np.float32),
        stepped(np.concatenate([net[1].weight.detach().numpy().T for net in nets], axis=1)),
        np.concatenate([net[1].bias.detach().numpy() for net in nets]),
        np.concatenate([net[4].weight.detach().numpy()[0] / NETS for net in nets]),
        np.array(sum(float(net[4].bias.detach()) for net in nets) / NETS, np.float32),
    )


def train_thing(x: Floats, y: Floats) -> Weights:
    """The logistic regression that tells uses of the object from those of others."""
    mean, sd = x.mean(axis=0), x.std(axis=0) + 1e-3
    z = np.column_stack([np.clip((x - mean) / sd, -LARGEST, LARGEST), np.ones(len(x))]).astype(np.float64)
    penalty = RIDGE * np.diag([1.0] * x.shape[1] + [1e-6])
    found = np.zeros(z.shape[1])
    for _ in range(8):
        p = 1 / (1 + np.exp(-z @ found))
        found -= np.linalg.solve((z.T * (p * (1 - p))) @ z + penalty, z.T @ (p - y) + penalty @ found)
    none = np.zeros(0, np.float32)
    linear, hidden = found[:-1].astype(np.float32), np.zeros((x.shape[1], 0), np.float32)
    return Weights(
        mean.astype(np.float32), sd.astype(np.float32), linear, hidden, none, none, np.array(found[-1], np.float32)
    )


class Trainer:
    """Trains on some of the examples and says what comes out for others. Features are computed once."""

    def __init__(self, examples: Examples, pairs: Sequence[tuple[str, str]]) -> None:
        self.examples, (uses, things, others, scale) = examples, train_maps(pairs)
        texts, of_uses = TextFeatures(examples.texts), Counter[int]()
        for text in examples.texts:
            of_uses.update(class_pairs(text))
        counted = np.array(sorted(pair for pair, n in of_uses.items() if n >= LEAST_PAIRS))
        none = Weights(*(np.zeros(0, np.float32) for _ in Weights._fields))
        self.start = FitWeights(none, none, counted, uses, things, others, scale, 0.0)
        self.phrase = texts.phrase(counted)
        self.thing = thing_features(examples.things.tolist(), texts, self.start)

    def train(self, rows: NDArray[np.bool_]) -> FitWeights:
        """The weights that some of the examples give."""
        kinds = self.examples.kinds
        is_use = (kinds == USE).astype(np.float32)
        weight = np.where(np.isin(kinds, (USE, NOUN)), 2, 1).astype(np.float32)
        general, compared = rows & (kinds != OTHER), rows & np.isin(kinds, (USE, OTHER))
        phrase = train_phrase(self.phrase[general], is_use[general], weight[general])
        return self.start._replace(phrase=phrase, thing=train_thing(self.thing[compared], is_use[compared]))

    def values(self, weights: FitWeights, rows: NDArray[np.bool_]) -> Floats:
        """Shape (3, n): the fit of some examples and the two probabilities of which it is the product."""
        found = weights.phrase.value(self.phrase[rows]), weights.thing.value(self.thing[rows])
        phrase, thing = (1 / (1 + np.exp(-values)) for values in found)
        return np.array([phrase * thing, phrase, thing])


def auc(uses: Floats, none: Floats) -> float:
    """The probability that a use has more than a text that is none; half of ties."""
    ranks = rankdata(np.concatenate([uses, none]))
    return float((ranks[: len(uses)].sum() - len(uses) * (len(uses) + 1) / 2) / (len(uses) * len(none)))


def report(name: str, values: Floats, examples: Examples, rows: NDArray[np.bool_]) -> None:
    """The mean AUC within objects by kind of text, with an interval over objects and the object where it is least."""
    for kind in (*KINDS, "all"):
        found = {}
        for thing in sorted(set(examples.things[rows])):
            here = rows & (examples.things == thing)
            uses = values[here & (examples.kinds == USE)]
            none = values[here & (examples.kinds != USE) & ((examples.kinds == kind) | (kind == "all"))]
            if len(uses) >= 20 and len(none) >= 10:
                found[thing] = auc(uses, none)
        rng, means = np.random.default_rng(0), np.array(list(found.values()))
        low, high = np.percentile(rng.choice(means, (2000, len(means))).mean(axis=1), [2.5, 97.5])
        least = min(found, key=found.__getitem__)
        print(
            f"{name}  {kind:22} AUC {means.mean():.3f} ({low:.3f} to {high:.3f}), least {found[least]:.3f} {least}",
            flush=True,
        )


def write(weights: FitWeights) -> None:
    """Matrices as bytes with a step for each column, all others as they are."""
    stored = {
        f"{part}_{key}": value
        for part in ("phrase", "thing")
        for key, value in getattr(weights, part)._asdict().items()
    }
    stored |= {key: value for key, value in weights._asdict().items() if key not in ("phrase", "thing")}
    for key in ("phrase_hidden", "uses", "things", "others"):
        step = np.maximum(np.abs(stored[key]).max(axis=0), 1e-9) / 127
        stored |= {key: np.round(stored[key] / step).astype(np.int8), f"{key}_step": step.astype(np.float32)}
    np.savez_compressed(WEIGHTS, **stored)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the exam and writes the weights."""
    torch.set_num_threads(1)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("mctb", "ocsai", "muse", "conceptnet"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args(arguments)
    uses = read_uses(options.mctb, options.ocsai, options.muse)
    things = sorted({use.thing for use in uses})
    names = {*things, *(f"{thing}s" for thing in things), "knives", "light", "bulb", "paper", "clip", "trousers"}
    examples = make_examples(uses)
    trainer = Trainer(examples, read_used_for(options.conceptnet, names))
    n_uses, order = (examples.kinds == USE).sum(), np.random.default_rng(1).permutation(len(things))
    print(
        f"{n_uses} uses of {len(things)} objects, {len(examples.texts)} texts, {trainer.phrase.shape[1]} features",
        flush=True,
    )
    everything = np.ones(len(examples.texts), bool)
    unseen, other_study = (np.zeros((3, len(examples.texts)), np.float32) for _ in range(2))
    for part in range(4):
        left_out = np.isin(examples.things, [things[place] for place in order[part::4]])
        weights = trainer.train(~left_out)
        unseen[:, left_out] = trainer.values(weights, left_out)
    for study in ("musescorer", "dod20", "snbmo09"):
        left_out = examples.studies == study
        other_study[:, left_out] = trainer.values(trainer.train(~left_out), left_out)
        report(f"unseen study {study}, fit", other_study[0], examples, left_out)
    for place, name in enumerate(("fit", "phrase", "thing")):
        report(f"unseen objects, {name}", unseen[place], examples, everything)
    threshold = float(np.quantile(unseen[0][examples.kinds == USE], LOST))
    print(f"threshold {threshold:.4f}")
    for thing in things:
        shares = [
            np.mean(unseen[0][(examples.things == thing) & (examples.kinds == kind)] >= threshold)
            for kind in (USE, *KINDS)
        ]
        print(f"kept  {thing:12}", *(f"{share:.2f}" for share in shares))
    print(
        "kept  all         ",
        *(f"{np.mean(unseen[0][examples.kinds == kind] >= threshold):.3f}" for kind in (USE, *KINDS)),
    )
    write(trainer.train(everything)._replace(threshold=threshold))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
