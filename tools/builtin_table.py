"""Makes the built-in table from WordNet 3.0, SCOWL and all-mpnet-base-v2.

    python tools/builtin_table.py --wordnet FOLDER --scowl FOLDER --encoder FOLDER

Debian's packages ``wordnet-base`` 1:3.0-37 and ``scowl`` 2020.12.07-2 put the word lists into /usr/share/wordnet and
/usr/share/dict/scowl. ``table_words`` says which texts the table holds. Each is encoded to a unit vector of 768 numbers
and rounded, common words to more bytes than others; see ``quantise``. Dot products of the rows then approximate the
cosines of the encoder; stretching the rows back to length one would change those cosines and with them every score.

The script refuses inputs whose checksums are not the ones here. ``perf/fidelity.py`` measures the table that it makes.

Encoders give other last digits on other machines, and a digit may decide on a code. So rows that the shipped table has
are kept as they are, and a longer list of words changes no score of lists that had all their words before.

What follows a new table, in this order: ``builtin_estimates``, ``train_originality`` with the judge's exam,
``card_norms``, ``drat_references``, ``baseline_scores``, ``example_suite``, ``perf/estimates.py``,
``perf/fidelity.py``, ``fidelity_page``, and the worked examples and notebooks, which tests compare.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from quantise import quantise
from table_words import (
    COMMON,
    read_exceptions,
    read_nouns,
    read_scowl,
    scowl_digest,
    texts_of_table,
)

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.builtin.rows import GRADED_FILES, GRADES, Graded, read_graded
from helm_creativity.embeddings.models import ModelSource, differences
from helm_creativity.embeddings.similarity import mean_pairwise_distance

TABLE = Path(__file__).parents[1] / "helm_creativity/embeddings/builtin"
NAME = "builtin3-mpnet-pca"
MOST_COMMON = 20
"""Largest size of SCOWL of the words with the longer rows: eleven thousand, and nine in ten words of models' lists."""
BYTES = (300, 197)
INPUTS = {
    "data.noun": "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2",
    "noun.exc": "2b5d675c380b39ecf595af9fa9d4e7feb1d58c643b0bff08c40ed5bfe41fab7a",
    "index.noun": "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04",
    "index.verb": "e2ac24816c3a8289dcb72aaa9cf8db81fdf25ec34d792bfc96ac5b7a20c8b4ae",
    "index.adj": "c9865d7b4d1f805bdef82ccdcea5282436e23083e6f6f1b33e716327c4eda810",
    "index.adv": "6f5465ed5758fe9c8a2f7ec17b1300f3aa875756c70ff7cba162f7e71bcf88ea",
    "cntlist.rev": "a198580b8f705fa02797bba8b13e5cbe4a9f9f40cb1697e774c7fc6a5865b035",
    "scowl": "b232ad2957cb204e0d26cf922c26cf00befbfb523264e0bbca5d1e2efacb2a57",
    "model.safetensors": "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
}
MPNET = ModelSource("sentence-transformers/all-mpnet-base-v2", "e8c3b32edf5434bc2275fc9bab85f82640a19130")
TOLERANCE = 1e-3
"""By how much levels may differ that were fitted on two machines."""
FILES = (*GRADED_FILES, "texts.txt.gz", "nouns.npy", "plurals.txt")
"""What decides which vector a text has and what is a noun: the signature's checksum is theirs."""


def check_inputs(wordnet: Path, scowl: Path, encoder: Path) -> None:
    """Raises ``ValueError`` when an input is not byte for byte the one that the shipped table was made from."""
    for name, expected in INPUTS.items():
        path = scowl if name == "scowl" else (encoder if name == "model.safetensors" else wordnet) / name
        found = scowl_digest(scowl) if name == "scowl" else file_sha256(path)
        if found != expected:
            raise ValueError(f"{path} has sha256 {found}, expected {expected}")
    if problems := differences(encoder, MPNET.published):
        raise ValueError(f"{encoder} is not {MPNET.location} at {MPNET.revision}: {'; '.join(problems)}")


def encode(texts: list[str], encoder: Path) -> NDArray[np.float32]:
    """Unit vectors of the full encoder, shape (n, 768)."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(encoder), device="cpu").float()
    vectors = model.encode(texts, batch_size=128, normalize_embeddings=True, show_progress_bar=True)
    return np.asarray(vectors, dtype=np.float32)


def write_graded(graded: Graded, folder: Path) -> None:
    """Writes ``GRADED_FILES``."""
    for grade, quantised in zip(GRADES, (graded.common, graded.others), strict=True):
        for part, array in quantised._asdict().items():
            np.save(folder / f"{grade}_{part}.npy", array)
    np.save(folder / "common.npy", np.packbits(graded.are_common))


def with_shipped_rows(fitted: Graded, texts: Sequence[str]) -> Graded:
    """The table with the shipped levels, and with the shipped rows of the texts that the shipped table has.

    Raises:
        ValueError: when the shipped codes mean something else, as after a change of the words that levels fit.
    """
    shipped = read_graded(TABLE)
    places = {text: place for place, text in enumerate(builtin().texts)}
    parts = []
    for part in ("common", "others"):
        new, old = getattr(fitted, part), getattr(shipped, part)
        if not (np.array_equal(new.bits, old.bits) and np.allclose(new.levels, old.levels, atol=TOLERANCE)):
            raise ValueError("the shipped rows do not fit the levels: make the whole table anew, with --anew")
        of_part = [text for text, common in zip(texts, fitted.are_common, strict=True) if common == (part == "common")]
        ranks = np.cumsum(shipped.are_common == (part == "common")) - 1
        kept = [
            (i, ranks[places[text]])
            for i, text in enumerate(of_part)
            if text in places and shipped.are_common[places[text]] == (part == "common")
        ]
        rows = new.rows.copy()
        rows[[i for i, _ in kept]] = old.rows[[rank for _, rank in kept]]
        parts.append(old._replace(rows=rows))
    return Graded(*parts, fitted.are_common)


def fidelity(full: NDArray[np.float32], rows: NDArray[np.float32], lists: int = 5000) -> dict[str, float]:
    """Agreement of DAT scores (7 random nouns) under the table with those under the full encoder.

    Args:
        full: shape (n, 768), the nouns under the encoder.
        rows: shape (n, k), the same under the table.
        lists: how many are drawn.
    """
    from scipy.stats import spearmanr

    rng = np.random.default_rng(0)
    picks = np.stack([rng.choice(len(full), 7, replace=False) for _ in range(lists)])
    there = 100 * mean_pairwise_distance(full[picks])
    here = 100 * mean_pairwise_distance(rows[picks])
    return {
        "lists": lists,
        "spearman": round(float(spearmanr(there, here).statistic), 5),
        "mean_absolute_error": round(float(np.abs(there - here).mean()), 4),
        "max_absolute_error": round(float(np.abs(there - here).max()), 4),
        "mean_error": round(float((here - there).mean()), 4),
    }


def build(
    wordnet: Path, scowl: Path, encoder: Path, out: Path, full: NDArray[np.float32] | None = None, *, anew: bool = False
) -> dict[str, Any]:
    """Writes the table's files into ``out`` and returns what ``table.json`` says.

    Args:
        wordnet: folder with WordNet 3.0's files.
        scowl: folder with SCOWL's files.
        encoder: folder with all-mpnet-base-v2.
        out: folder for the table.
        full: vectors of the texts, where they are known already.
        anew: whether no row of the shipped table is kept.
    """
    check_inputs(wordnet, scowl, encoder)
    nouns = read_nouns(wordnet)
    texts = texts_of_table(wordnet, scowl, nouns)
    full = encode(texts, encoder) if full is None else full
    frequent, common = read_scowl(scowl, COMMON, "words"), set(nouns.common)
    most_common = read_scowl(scowl, MOST_COMMON, "words")
    fitted = quantise(
        full,
        np.array([i for i, text in enumerate(texts) if text in frequent]),
        np.array([text in most_common for text in texts]),
        BYTES,
    )
    graded = fitted if anew else with_shipped_rows(fitted, texts)
    are_nouns = np.array([text in common for text in texts])
    write_graded(graded, out)
    np.save(out / "nouns.npy", np.packbits(are_nouns))
    (out / "texts.txt.gz").write_bytes(gzip.compress(_as_lines(texts), mtime=0))
    (out / "proper_nouns.txt").write_bytes(_as_lines(nouns.proper))
    (out / "plurals.txt").write_bytes(_as_lines(" ".join(pair) for pair in read_exceptions(wordnet, common)))
    rows = graded.decode(range(len(texts)))
    table = {
        "name": NAME,
        "sha256": hashlib.sha256("".join(file_sha256(out / name) for name in FILES).encode()).hexdigest(),
        "dimension": len(graded.common.bits),
        "texts": len(texts),
        "nouns": len(common),
        "encoder": MPNET.location,
        "inputs": INPUTS,
        "fidelity": fidelity(full[are_nouns], rows[are_nouns]),
        "fidelity_common": fidelity(full[are_nouns & graded.are_common], rows[are_nouns & graded.are_common]),
    }
    (out / "table.json").write_text(json.dumps(table, indent=2) + "\n", "utf-8")
    return table


def _as_lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def main() -> None:
    """Entry point of the module."""
    parser = argparse.ArgumentParser(description="Make the built-in embedding table.")
    parser.add_argument("--wordnet", type=Path, required=True, help="folder with the files of WordNet 3.0")
    parser.add_argument("--scowl", type=Path, required=True, help="folder with the files of SCOWL 2020.12.07")
    parser.add_argument("--encoder", type=Path, required=True, help="folder with all-mpnet-base-v2")
    parser.add_argument("--out", type=Path, default=TABLE, help="where to write the table (default: in place)")
    parser.add_argument("--anew", action="store_true", help="keep no row of the shipped table")
    arguments = parser.parse_args()
    made = build(arguments.wordnet, arguments.scowl, arguments.encoder, arguments.out, anew=arguments.anew)
    print(json.dumps(made, indent=2))


if __name__ == "__main__":
    main()
