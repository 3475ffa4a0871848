"""Writes the norms of cards anew that are computed under the built-in table, as after a change of the table.

    python tools/card_norms.py --from FOLDER [BENCHMARK ...]

FOLDER holds clones of the repositories with people's responses, see ``helm-creativity people norms compute``. Numbers
and signatures change in place; everything else of a card stays as it is written.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.norms import norms_yaml
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.commands.norms import compute_norm, recipes_for
from helm_creativity.embeddings.builtin import builtin

_NORM = re.compile(r"^  - .*\n(?:(?:    .*)?\n)*", re.MULTILINE)
_QUANTILES = re.compile(r"^    quantiles:\n      \[\n(?:.*\n)*?      \]\n", re.MULTILINE)
_SIGNATURE = re.compile(r"builtin\d+-[\w-]+@sha256:[0-9a-f]+/\d+d(?:/[\w-]+@sha256:[0-9a-f]+)?")


def rewrite(block: str, norm: Norm) -> str:
    """A norm as the card writes it, with the numbers and the signature of ``norm``."""
    for name in ("n", "mean", "sd"):
        (number,) = re.findall(rf"\n    {name}: (.*)", norms_yaml([norm]))
        block = re.sub(rf"(?m)^(    {name}: ).*", rf"\g<1>{number}", block, count=1)
    if "embedding" in norm.settings:
        block = _SIGNATURE.sub(str(norm.settings["embedding"]), block)
    found = _QUANTILES.search(norms_yaml([norm]))
    return _QUANTILES.sub(found[0], block) if found else block


def rewritten(entry: BenchmarkEntry, text: str, folders: list[Path]) -> str:
    """The text of a card with its norms under the built-in table computed again."""
    start = text.index("\nnorms:\n") + len("\nnorms:\n")
    blocks = []
    end = start
    while match := _NORM.match(text, end):
        blocks.append(match[0])
        end = match.end()
    if len(blocks) != len(entry.card.norms):
        raise ValueError(f"{entry.name}: {len(blocks)} norms were told apart of {len(entry.card.norms)}")
    recipes, benchmark = recipes_for(entry), get_benchmark(entry.name)
    for place, norm in enumerate(entry.card.norms):
        if norm.recipe in recipes and norm.arguments.get("embedding") == builtin().name:
            computed = compute_norm(benchmark, norm, recipes[norm.recipe], {}, folders)
            blocks[place] = rewrite(blocks[place], computed)
            print(f"{entry.name}: {norm.sample}: {norm.mean} -> {computed.mean}")
    return text[:start] + "".join(blocks) + text[end:]


def main() -> None:
    """Entry point of the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="BENCHMARK", help="default: all")
    parser.add_argument("--from", dest="folders", type=Path, action="append", default=[], help="folder of clones")
    arguments = parser.parse_args()
    for entry in list_entries():
        if entry.name in (arguments.names or [entry.name]) and entry.card.norms:
            path = entry.folder / "card.yaml"
            path.write_text(rewritten(entry, path.read_text("utf-8"), arguments.folders), "utf-8")


if __name__ == "__main__":
    main()
