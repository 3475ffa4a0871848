"""How well the built-in table estimates words that it lacks, on people's lists whose words it has.

    python perf/estimates.py --mctb FOLDER --scowl FOLDER --cdat FILE > perf/estimates.md

Words of these lists are hidden from the table, and from the fit of the map from letters to vectors, and the lists are
scored with what is left. The truth is the table's own rows. See the page for which words are hidden. Lists with words
that the table really lacks are compared with all-mpnet-base-v2, which must be on the machine.
"""

from __future__ import annotations

import argparse
import ast
import csv
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from builtin_estimates import FREQUENT, RARE, fit
from fidelity import models, people, row
from table_words import COMMON, read_scowl

import helm_creativity as hc
from helm_creativity.embeddings.builtin import BuiltinEmbedding, builtin
from helm_creativity.embeddings.builtin.estimates import (
    LEAST_MISSPELT,
    LEAST_PART,
    Estimator,
    letter_runs,
    split_compound,
)
from helm_creativity.embeddings.similarity import mean_pairwise_distance

SCORED = 7
MISSPELT_SHARE = 0.01
HEAD = """# Estimates of words that the built-in table lacks

`python perf/estimates.py --mctb FOLDER --scowl FOLDER --cdat FILE > perf/estimates.md`

Lists of ten words of people (Olson et al. 2021, study 2; theGreen-Coder/MCTB @ 2652cf34) whose words all have rows.
Some words are hidden from the table and from the fit of the map, and a list is scored by the first seven words that
are left. The truth is the score with all rows.

* *compounds*: words of two frequent words, joined or with a hyphen, that SCOWL does not have up to size 35;
* *rare*: words that SCOWL has from size 60 on or not at all, and that are no compounds;
* *misspelt*: 1 % of the words of six letters or more, with one letter missing, doubled, replaced or exchanged with
  the next.

"Next word counts" is `estimate=False`, and "estimates" is the default under the table. Differences are in points of
the DAT, and ρ is Spearman's correlation.

| hidden | lists | by | mean difference | bias | ρ | lists with a hidden word | mean difference there | ρ there |
| --- | --: | --- | --: | --: | --: | --: | --: | --: |"""


class Hidden(BuiltinEmbedding):
    """The table without some of its texts."""

    def __init__(self, hidden: frozenset[str]) -> None:
        self._hidden = hidden

    def stem(self, text: str) -> str | None:
        """As there, None where the text or its stem is hidden."""
        found = super().stem(text)
        return None if found in self._hidden else found


class Trial(Estimator):
    """An estimator whose map was fitted without the hidden words."""

    def __init__(self, table: Hidden, hidden: frozenset[str], scowl: Path) -> None:
        super().__init__(table)
        common, texts = read_scowl(scowl, COMMON, "words"), builtin().texts
        usual = builtin().embed([text for text in builtin().nouns if text in common]).vectors
        words = [t for t in texts if t.isascii() and t.isalpha() and len(t) >= LEAST_PART and t not in hidden]
        moments = usual.astype(np.float64).T @ usual / len(usual)
        self.__dict__["_map"], _ = fit(words, builtin().embed(words).vectors, moments)
        self.__dict__["_runs"] = frozenset(run for word in words for run in letter_runs(word))
        for name in ("_frequent_words", "_without_hyphen", "_by_single_letters"):
            self.__dict__[name] = _without(getattr(self, name), hidden)

    def turned_to(self, table: Hidden) -> Hidden:
        """The table, of which the next estimates are."""
        self._table = table
        self.__dict__.pop("_spellings", None)
        return table


def _without(found: Any, hidden: frozenset[str]) -> Any:  # noqa: ANN401 - of three types
    if isinstance(found, frozenset):
        return found - hidden
    if all(isinstance(value, str) for value in found.values()):
        return {key: text for key, text in found.items() if text not in hidden}
    return {key: [text for text in texts if text not in hidden] for key, texts in found.items()}


def misspelt(word: str, rng: random.Random) -> str:
    """The word with an error of one letter behind the first."""
    i = rng.randrange(1, len(word) - 1)
    return rng.choice(
        [
            word[:i] + word[i + 1 :],
            word[:i] + word[i] + word[i:],
            word[:i] + rng.choice("aeiou" if word[i] in "aeiou" else "bcdfghklmnprstvw") + word[i + 1 :],
            word[:i] + word[i + 1] + word[i] + word[i + 2 :],
        ]
    )


def garble(word: str, rng: random.Random) -> str:
    """The word, misspelt in one of a hundred cases."""
    return misspelt(word, rng) if len(word) >= LEAST_MISSPELT and rng.random() < MISSPELT_SHARE else word


def score(lists: Sequence[Sequence[np.ndarray | None]]) -> np.ndarray:
    """DAT scores of the first seven vectors of each list; NaN where there are fewer."""
    kept = [[vector for vector in vectors if vector is not None][:SCORED] for vectors in lists]
    return np.array(
        [100 * mean_pairwise_distance(np.stack(found)) if len(found) == SCORED else np.nan for found in kept]
    )


def compare(name: str, written: list[list[str]], true: np.ndarray, table: Hidden, trial: Estimator) -> None:
    """Prints two rows of the page."""
    texts = list(dict.fromkeys(text for texts in written for text in texts))
    known = table.knows(texts)
    rows: dict[str, np.ndarray | None] = dict.fromkeys(texts)
    rows |= {t: v for t, v, there in zip(texts, table.embed(texts).vectors, known, strict=True) if there}
    spellings = {t: trial.spelling(t) for t, there in zip(texts, known, strict=True) if not there}
    estimated = rows | {t: table.embed([s]).vectors[0] for t, s in spellings.items() if s not in (None, t)}  # type: ignore[list-item]
    own = [t for t, s in spellings.items() if s == t]
    estimated |= {text: trial.vector(text) for text in own}
    touched = np.array([any(rows[text] is None for text in texts[:SCORED]) for texts in written])
    for by, vectors in (("next word counts", rows), ("estimates", estimated)):
        here = score([[vectors[text] for text in texts] for texts in written])
        cells: list[object] = [name, len(written), by]
        for which in (np.isfinite(here), np.isfinite(here) & touched):
            off = here[which] - true[which]
            rho = spearmanr(here[which], true[which]).statistic
            if len(cells) > 3:
                cells += [which.sum(), f"{np.abs(off).mean():.2f}", f"{rho:.4f}"]
            else:
                cells += [f"{np.abs(off).mean():.3f}", f"{off.mean():+.3f}", f"{rho:.4f}"]
        print(row(*cells))
    n = sum(s is not None for s in spellings.values())
    print(f"{name}: {len(spellings)} texts, {n} estimated", file=sys.stderr)


REALLY = """
## Words that it really lacks

Lists of ten entries as they were given, by the people of study 2 and by the models of the same repository. The truth is
the score under all-mpnet-base-v2, from which the table is made. Of the lists without an unknown word, {known} of each
kind were drawn. A misspelt word has a vector of its own under the encoder, and the estimate is the vector of the word
that was meant, so a part of the difference is no error.

| lists of | lists | with unknown words | which of them | by | mean difference | bias | ρ |
| --- | --: | --: | --- | --- | --: | --: | --: |"""
KNOWN = 600


def unknown_words(of: str, lists: Sequence[Sequence[str]]) -> None:
    """Rows about lists with words that the table lacks, and about as many others as ``KNOWN``."""
    entries = [{"words": list(words)} for words in lists]
    lacking, hopeless = (
        {
            place
            for place, row in enumerate(hc.score("dat", entries, embedding="builtin", estimate=estimate).records())
            if (row["unknown_rate"] or 0) > 0
        }
        for estimate in (False, True)
    )
    others = sorted(set(range(len(lists))) - lacking)
    for which, places in (
        ("with some, all estimated", sorted(lacking - hopeless)),
        ("with some that have no estimate", sorted(lacking & hopeless)),
        ("without any", random.Random(0).sample(others, min(KNOWN, len(others)))),
    ):
        records = [{"words": list(lists[place])} for place in places]
        truth, counts, estimates = (
            np.array([row["score"] for row in hc.score("dat", records, **settings).records()], dtype=float)
            for settings in (
                {"embedding": "sbert-mpnet", "protocol": "schapiro2026"},
                {"embedding": "builtin", "estimate": False},
                {"embedding": "builtin"},
            )
        )
        for by, values in (("next word counts", counts), ("estimates", estimates)) if places else ():
            both = np.isfinite(values) & np.isfinite(truth)
            off, rho = (values - truth)[both], spearmanr(values[both], truth[both]).statistic
            print(
                row(
                    of,
                    str(len(lists)),
                    str(len(lacking)),
                    f"{both.sum()} {which}",
                    by,
                    f"{np.abs(off).mean():.3f}",
                    f"{off.mean():+.3f}",
                    f"{rho:.4f}",
                )
            )


CUED = """
## Words to cues

Lists of people to the cues of the conditional DAT (Nakajima et al. 2026;
knakajima1225/beyond_divergent_creativity @ 904f7a1, `results_with_bert_layers_human.csv`), in points of its novelty,
against all-mpnet-base-v2 under the same protocol and dictionary. The authors' protocol counts common nouns of WordNet
only, all of which have rows. Under the other any word counts. There the encoder itself puts "airconditioning" 6 points
further from other words than "air-conditioning", as which it counts, and a proper noun ("asia") has a vector of the
encoder and none of the table. "Without these" leaves lists with one or the other out.

| protocol | dictionary | lists | which of them | by | mean difference | bias | ρ |
| --- | --- | --: | --- | --- | --: | --: | --: |"""


def words_to_cues(path: Path) -> None:
    """Rows about lists of the conditional DAT."""
    with path.open(encoding="utf-8", newline="") as file:
        records = [{"cue": line["Cue"], "words": ast.literal_eval(line["Words"])} for line in csv.DictReader(file)]
    every = [word for record in records for word in record["words"]]
    lost = {word for word in every if builtin().is_proper_noun(word) and not builtin().knows([word])[0]}
    odd = np.array([not {"airconditioning", *lost}.isdisjoint(record["words"]) for record in records])
    for protocol, dictionary in (("nakajima2026", "wordnet"), ("schapiro2026", "none")):
        truth, counts, estimates = (
            np.array(
                [
                    row["score"]
                    for row in hc.score("cdat", records, protocol=protocol, dictionary=dictionary, **settings).records()
                ],
                dtype=float,
            )
            for settings in (
                {"embedding": "sbert-mpnet"},
                {"embedding": "builtin", "estimate": False},
                {"embedding": "builtin"},
            )
        )
        for which, kept in (("all", np.ones(len(records), dtype=bool)), ("without these", ~odd)):
            for by, values in (("next word counts", counts), ("estimates", estimates)):
                both = np.isfinite(values) & np.isfinite(truth) & kept
                off, rho = (values - truth)[both], spearmanr(values[both], truth[both]).statistic
                differences = f"{np.abs(off).mean():.3f}", f"{off.mean():+.3f}", f"{rho:.4f}"
                print(row(protocol, dictionary, both.sum(), which, by, *differences))


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mctb", type=Path, required=True, help="a clone of theGreen-Coder/MCTB")
    parser.add_argument("--scowl", type=Path, required=True, help="folder with the files of SCOWL 2020.12.07")
    parser.add_argument("--cdat", type=Path, required=True, help="the table of people's lists to cues")
    arguments = parser.parse_args()
    has = set(builtin().texts)
    lists = [[word.strip().lower() for word in words] for words in people(arguments.mctb, "study2")]
    lists = [words for words in lists if len(words) == len(set(words)) == 10 and has.issuperset(words)]
    true = score([list(builtin().embed(words).vectors) for words in lists])
    frequent = frozenset(read_scowl(arguments.scowl, FREQUENT, "words") & has)
    usual = read_scowl(arguments.scowl, RARE - 1, "words")
    words = {word for words in lists for word in words}
    nouns = frozenset(builtin().nouns)
    common = read_scowl(arguments.scowl, COMMON, "words")
    compounds = frozenset(w for w in words if w not in common and split_compound(w, frequent, nouns) is not None)
    rare = frozenset(word for word in words if word not in usual and word not in compounds)
    rng = random.Random(0)
    garbled = [[garble(word, rng) for word in words] for words in lists]
    print(HEAD)
    hidden = compounds | rare
    trial = Trial(Hidden(hidden), hidden, arguments.scowl)
    for name, gone, written in (
        ("compounds", compounds, lists),
        ("rare", rare, lists),
        ("misspelt", frozenset[str](), garbled),
        ("all three", hidden, garbled),
    ):
        compare(name, written, true, trial.turned_to(Hidden(gone)), trial)
    print(REALLY.format(known=KNOWN))
    unknown_words("people", people(arguments.mctb, "study2"))
    unknown_words("models", [words[:10] for words in models(arguments.mctb)])
    print(CUED)
    words_to_cues(arguments.cdat)


if __name__ == "__main__":
    main()
