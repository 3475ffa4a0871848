"""The embeddings that have a name: where they come from, their licence and their checksums."""

from __future__ import annotations

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.embeddings.models import ModelSource
from helm_creativity.embeddings.specs import BuiltinSpec, ContextSpec, EmbeddingSpec, EncoderSpec, WordVectorsSpec

REIMERS = "Reimers & Gurevych 2019, Sentence-BERT, EMNLP, doi:10.18653/v1/D19-1410"
DEVLIN = "Devlin, Chang, Lee & Toutanova 2019, BERT, NAACL, doi:10.18653/v1/N19-1423"
PENNINGTON = "Pennington, Socher & Manning 2014, GloVe, EMNLP, doi:10.3115/v1/D14-1162"
MIKOLOV = (
    "Mikolov, Grave, Bojanowski, Puhrsch & Joulin 2018, Advances in Pre-Training Distributed Word Representations, LREC"
)

BERT_BASE = ModelSource("google-bert/bert-base-uncased", "86b5e0934494bd15c9632b12f734a8a67f723594")
BERT_LARGE = ModelSource("google-bert/bert-large-uncased", "6da4b6a26a1877e173fca3225479512db81a5e5b")

GLOVE = WordVectorsSpec(
    name="glove-840b",
    dimension=300,
    description="GloVe on 840 billion tokens of Common Crawl, 2.2 million cased words; the DAT's norms hold for it",
    licence="PDDL-1.0",
    citation=PENNINGTON,
    archive=SourceFile(
        name="glove.840B.300d.zip",
        url="https://nlp.stanford.edu/data/glove.840B.300d.zip",
        bytes=2176768927,
        sha256="c06db255e65095393609f19a4cfca20bf3a71e20cc53e892aafa490347e3849f",
        licence="PDDL-1.0",
        citation=PENNINGTON,
    ),
    unpacked_sha256="9641ef45628fd8c5c0bc555c8944f7bad7bce36ae7be3cafff0bb109fe60883e",
    format="glove",
    duplicates="first",
    unreadable="skip",
)

_FASTTEXT = WordVectorsSpec(
    name="fasttext-crawl",
    dimension=300,
    description="FastText on 600 billion tokens of Common Crawl, 2 million cased words",
    licence="CC-BY-SA-3.0",
    citation=MIKOLOV,
    archive=SourceFile(
        name="crawl-300d-2M.vec.zip",
        url="https://dl.fbaipublicfiles.com/fasttext/vectors-english/crawl-300d-2M.vec.zip",
        bytes=1523785255,
        sha256="5bfffffbabdab299d4c9165c47275e8f982807a6eaca37ee1f71d3a79ddb544d",
        licence="CC-BY-SA-3.0",
        citation=MIKOLOV,
    ),
    unpacked_sha256="c85534cb2b7f816cb8d564129add1454a7a789d7b607af7aaa4e0d1c927e62ed",
    format="word2vec",
    duplicates="first",
    unreadable="skip",
)

_SENTENCES = tuple(
    EncoderSpec(
        name=name,
        dimension=dimension,
        description=description,
        licence="Apache-2.0",
        citation=citation,
        model=ModelSource(location, revision),
    )
    for name, dimension, location, revision, description, citation in (
        (
            "sbert-mpnet",
            768,
            "sentence-transformers/all-mpnet-base-v2",
            "e8c3b32edf5434bc2275fc9bab85f82640a19130",
            "sentence encoder all-mpnet-base-v2",
            REIMERS,
        ),
        (
            "sbert-minilm",
            384,
            "sentence-transformers/all-MiniLM-L6-v2",
            "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
            "small sentence encoder all-MiniLM-L6-v2",
            REIMERS,
        ),
        (
            "granite-278m",
            768,
            "ibm-granite/granite-embedding-278m-multilingual",
            "84e3546b88b0cb69f8078608a1df558020bcbf1f",
            "sentence encoder granite-embedding-278m-multilingual, 12 languages",
            "Awasthy et al. 2025, Granite Embedding Models, arXiv:2502.20204",
        ),
    )
)

_BERT = tuple(
    EncoderSpec(
        name=f"{stem}-layer{layer}",
        dimension=dimension,
        description=f"isolated words, hidden state of layer {layer} of {model.label}",
        licence="Apache-2.0",
        citation=DEVLIN,
        model=model,
        layer=layer,
    )
    for stem, dimension, model in (("bert", 768, BERT_BASE), ("bert-large", 1024, BERT_LARGE))
    for layer in (6, 7)
)

_CONTEXT = tuple(
    ContextSpec(
        name=model.label,
        dimension=dimension,
        description=f"words within their sentences, hidden states of those layers of {model.label} that layers= names",
        licence="Apache-2.0",
        citation=DEVLIN,
        model=model,
    )
    for dimension, model in ((1024, BERT_LARGE), (768, BERT_BASE))
)

_BUILTIN = BuiltinSpec(
    name="builtin",
    dimension=589,
    description="96,000 words under all-mpnet-base-v2, rounded; ships with the package, is not GloVe",
    licence="Apache-2.0, WordNet, SCOWL",
    citation="Miller 1995, WordNet, doi:10.1145/219717.219748; Atkinson, SCOWL, wordlist.aspell.net; " + REIMERS,
)

CATALOGUE: dict[str, EmbeddingSpec] = {
    spec.name: spec for spec in (_BUILTIN, GLOVE, _FASTTEXT, *_SENTENCES, *_BERT, *_CONTEXT)
}
"""Every named embedding, in the order in which they are listed."""
