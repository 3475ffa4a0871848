"""How faithful the built-in table is to the encoder that it was made from, on responses of people and models.

    python perf/fidelity.py --encoder FOLDER --mctb FOLDER --pace FOLDER > perf/fidelity.md

The encoder is all-mpnet-base-v2; the other folders are clones of the repositories that the page names. The dictionary
is that of Olson et al. 2021: ``helm-creativity fetch olson2021-words``.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.models import parse_model
from helm_creativity.embeddings.similarity import mean_pairwise_distance
from helm_creativity.lexicon.lexicon import Dictionary, Lexicon, find_dictionary
from helm_creativity.scenarios.pace.scoring import LONGEST, join_chain, pace

SCORED = 7
"""Words of a DAT that count."""
SHORTEST = 10
"""Known words from which a chain counts."""
CLOSE = 0.7
EXAMPLES = (("photo", "picture"), ("cat", "dog"), ("car", "automobile"), ("smartphone", "phone"), ("happy", "glad"))
HEAD = f"""# Fidelity of the built-in table

The built-in table approximates the cosines of all-mpnet-base-v2. This page compares scores under the table with scores
under the encoder, on responses of people and models.

`python perf/fidelity.py --encoder FOLDER --mctb FOLDER --pace FOLDER > perf/fidelity.md`

The table's words, directions and levels come from word lists, and no response was used for them. Lists, numbers of
bytes and the sharing of the bits were chosen among about 50 variants. Sources marked "dev" were for that choice, but
the numbers of the others were in view, so these are slightly optimistic too.
"All with rows" was narrowed to words with rows of their own after a first look at study 2.

Sources: Olson et al. 2021 (theGreen-Coder/MCTB @ 2652cf34, data/olson_2021), the models' lists of the Multimodal
Creative Thinking Benchmark (same commit, responses/DAT_1.2 and DAT_1.3), and the chains of Qiu and Hu 2025
(ziliang6/PACE @ cbffbed7).

## DAT

The first {SCORED} words of a response that are in the dictionary of Olson et al. 2021, against the first {SCORED} of
these that the table knows; a response with fewer of them is lost. "All with rows" has only the responses whose words
all have rows of their own, so that it shows the rounding alone. Differences are in points.
"""

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
Lists = list[list[str]]


def row(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def people(folder: Path, *studies: str) -> Lists:
    """Answers of people to the DAT."""
    lists = []
    for study in studies:
        with (folder / f"data/olson_2021/{study}.tsv").open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file, delimiter="\t"):
                words = [line.get(f"word.{i}") or "" for i in range(1, 11)]
                lists.append([word for word in words if word not in ("", "NA")])
    return lists


def models(folder: Path) -> Lists:
    """Answers of models to the DAT, as their authors read them."""

    def lists_in(value: object) -> Iterator[list[str]]:
        inner: Iterable[object] = (
            value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        )
        if isinstance(value, list) and value and all(isinstance(text, str) for text in value):
            yield value
        else:
            for part in inner:
                yield from lists_in(part)

    paths = [path for part in ("1.2", "1.3") for path in sorted((folder / "responses").glob(f"DAT_{part}*_clean.json"))]
    return [found for path in paths for found in lists_in(json.loads(path.read_text("utf-8")))]


def chains(folder: Path) -> dict[str, dict[str, Lists]]:
    """Chains by model and seed."""
    found: dict[str, dict[str, Lists]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((folder / "data/full_associations").glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line) if line.strip() else {"cue_word_info": {"seed": ""}, "output": {}}
            seed = record["cue_word_info"]["seed"]
            for results in record["output"].values():
                words = [
                    result["word"]
                    for result in results
                    if isinstance(result, dict) and isinstance(result.get("word"), str)
                ]
                if words:
                    found[path.stem][seed].append([clean(word) for word in join_chain(seed, words[0], words)])
    return found


def clean(word: str) -> str:
    """A word of a chain as the encoder reads it."""
    return word.strip().lower()


@dataclass
class Tables:
    """Vectors of texts under the encoder and under the table."""

    places: dict[str, int]
    full: NDArray[np.float32]
    table: BuiltinEmbedding

    def under_encoder(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(words), 768)."""
        return self.full[[self.places[word] for word in words]]

    def under_table(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(words), k)."""
        return self.table.embed(words).vectors


def first(lexicon: Lexicon, entries: Iterable[str]) -> list[str]:
    """Unique words of an answer that count, in its order."""
    entries = list(entries)
    lexicon.resolve(entries)
    return list(dict.fromkeys(word for entry in entries if (word := lexicon.word(entry)) is not None))


def of_dat(lists: Lists, tables: Tables, dictionary: Dictionary) -> tuple[str, ...]:
    """Cells of one source."""
    every, known = Lexicon([], dictionary), Lexicon([tables.table], dictionary)
    valid = [first(every, entries) for entries in lists]
    kept = [first(known, entries) for entries in lists]
    n_words, n_kept = sum(map(len, valid)), sum(map(len, kept))
    of_stems = sum(tables.table.stem(word) != word for words in kept for word in words)
    full = [len(words) >= SCORED for words in valid]
    both = [i for i, enough in enumerate(full) if enough and len(kept[i]) >= SCORED]
    there = np.array([dat(tables.under_encoder(valid[i][:SCORED])) for i in both])
    here = np.array([dat(tables.under_table(kept[i][:SCORED])) for i in both])
    whole = np.array([all(tables.table.stem(word) == word for word in valid[i][:SCORED]) for i in both])
    cells = [f"{len(both):,}", f"{sum(full) - len(both)}", f"{1 - n_kept / n_words:.2%}", f"{of_stems / n_kept:.2%}"]
    for some in (np.ones(len(both), dtype=bool), whole):
        error = here[some] - there[some]
        cells += [f"{np.abs(error).mean():.3f}", f"{spearmanr(there[some], here[some]).statistic:.4f}"]
    return (*cells, f"{np.abs(here - there).max():.1f}")


def dat(vectors: NDArray[np.float32]) -> float:
    """One DAT score."""
    return float(100 * mean_pairwise_distance(vectors))


def of_pace(of_models: dict[str, dict[str, Lists]], seeds: set[str], tables: Tables) -> tuple[str, ...]:
    """Cells of some seeds."""
    known = Lexicon([tables.table])
    there: dict[str, list[float]] = defaultdict(list)
    here: dict[str, list[float]] = defaultdict(list)
    n_words = n_kept = 0
    for model, by_seed in of_models.items():
        for chain in (chain for seed, some in by_seed.items() if seed in seeds for chain in some):
            known.resolve(chain)
            kept = [word for entry in chain if (word := known.word(entry)) is not None]
            n_words, n_kept = n_words + len(chain), n_kept + len(kept)
            if len(chain) >= SHORTEST:
                there[model].append(pace(tables.under_encoder(chain)))
            if len(kept) >= SHORTEST:
                here[model].append(pace(tables.under_table(kept)))
    full = np.array([np.mean(there[model]) for model in there])
    rounded = np.array([np.mean(here[model]) for model in there])
    rho = spearmanr(full, rounded).statistic
    unknown, error = 1 - n_kept / n_words, np.abs(rounded - full)
    return f"{len(there)}", f"{unknown:.2%}", f"{rho:.4f}", f"{error.mean():.4f}", f"{error.max():.4f}"


def of_pairs(words: Sequence[str], tables: Tables) -> str:
    """Pairs of words of answers whose cosine is high."""
    full, table = tables.under_encoder(words), tables.under_table(words)
    true, found = [], []
    for start in range(0, len(words), 1000):
        some = slice(start, start + 1000)
        cosines, rounded = full[some] @ full.T, table[some] @ table.T
        pairs = (cosines > CLOSE) & (np.arange(len(words)) > np.arange(len(words))[some, None])
        true.append(cosines[pairs])
        found.append(rounded[pairs])
    error = np.concatenate(found) - np.concatenate(true)
    cells = (f"{len(words):,}", f"{len(error):,}", f"{np.abs(error).mean():.4f}", f"{error.mean():+.4f}")
    return row(*cells, f"{np.quantile(np.abs(error), 0.95):.3f}", f"{np.abs(error).max():.3f}")


def page(mctb: Path, pace_folder: Path, encode: Encode) -> Iterator[str]:
    """The lines of the page."""
    dictionary = find_dictionary("olson2021")
    assert dictionary
    sources = {
        "people, studies 1a and 1b (dev)": people(mctb, "study1a", "study1b"),
        "people, study 2": people(mctb, "study2"),
        "models, MCTB (dev)": models(mctb),
    }
    of_models = chains(pace_folder)
    every = Lexicon([], dictionary)
    of_lists = {word for lists in sources.values() for entries in lists for word in first(every, entries)}
    of_chains = {word for some in of_models.values() for lists in some.values() for chain in lists for word in chain}
    examples = {word for pair in EXAMPLES for word in pair}
    words = sorted(of_lists | of_chains | examples)
    tables = Tables({word: i for i, word in enumerate(words)}, encode(words), builtin())
    yield HEAD
    yield row(
        *("responses of", "n", "lost", "unknown words", "by their stem", "mean difference", "ρ"),
        *("mean difference, all with rows", "ρ, all with rows", "largest difference"),
    )
    yield row("---", *["--:"] * 9)
    for name, lists in sources.items():
        yield row(name, *of_dat(lists, tables, dictionary))
    yield f"""
## PACE

Chains of up to {LONGEST} words, by the rule of this package. Every text has a vector under the encoder; what the table
does not know is dropped. A model's score is the mean over its chains of at least {SHORTEST} words; ρ is over models.
"""
    yield row("seeds", "models", "unknown words", "ρ", "mean difference", "largest difference")
    yield row("---", *["--:"] * 5)
    seeds = sorted({seed for by_seed in of_models.values() for seed in by_seed})
    for name, some in {"every second (dev)": seeds[::2], "the others": seeds[1::2], "all": seeds}.items():
        yield row(name, *of_pace(of_models, set(some), tables))
    yield f"""
## Close pairs

Pairs of words of these responses that the table has and whose cosine under the encoder is above {CLOSE}.
"""
    yield row("words", "pairs", "mean difference", "bias", "95 %", "largest")
    yield row(*["--:"] * 6)
    has_row = set(tables.table.texts)
    yield of_pairs([word for word in words if word in has_row and word not in examples], tables)
    yield ""
    yield row("pair", "encoder", "table")
    yield row("---", "--:", "--:")
    for pair in EXAMPLES:
        full, table = tables.under_encoder(pair), tables.under_table(pair)
        yield row(f"{pair[0]}, {pair[1]}", f"{full[0] @ full[1]:.3f}", f"{table[0] @ table[1]:.3f}")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description="Compare the built-in table with its encoder, on responses.")
    parser.add_argument("--encoder", type=Path, required=True, help="folder with all-mpnet-base-v2")
    parser.add_argument("--mctb", type=Path, required=True, help="clone of github.com/theGreen-Coder/MCTB")
    parser.add_argument("--pace", type=Path, required=True, help="clone of github.com/ziliang6/PACE")
    arguments = parser.parse_args()
    encoder = SentenceEncoder(parse_model(str(arguments.encoder)))
    for line in page(arguments.mctb, arguments.pace, lambda words: encoder.embed(words).vectors):
        print(line)


if __name__ == "__main__":
    main()
