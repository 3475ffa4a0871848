"""The ways in which the conditional DAT has been given to models, and how each scores."""

from __future__ import annotations

from helm_creativity.vocabulary import WordProtocol, WordRule

PROTOCOLS = {
    "schapiro2026": WordProtocol(WordRule(10, 7, 7), "schapiro2026", "sbert-mpnet", "none", trials=1),
    "nakajima2026": WordProtocol(WordRule(10, 7, 7), "schapiro2026", "sbert-minilm", "wordnet", trials=1),
}
