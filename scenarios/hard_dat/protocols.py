"""The ways in which HardDAT has been given to models, and how each scores."""

from __future__ import annotations

from helm_creativity.vocabulary import WordProtocol, WordRule

PROTOCOLS = {
    # The report prints no minimum; seven is that of the DAT.
    "mctb2025": WordProtocol(WordRule(25, 7, 25), "mctb2025", "glove-840b+bert-layer6", "olson2021", trials=1),
}
