"""Words of alternate uses: this package's, and stand-ins for the files that have the authors'."""

from pathlib import Path

import yaml
from support.authors_files import at_lines, put_stand_in

from helm_creativity.benchmark.loading import get_benchmark


def own_words(protocol):
    """The setting that asks this package's words, where the protocol has any."""
    return {"prompts": "own"} if get_benchmark("aut").settings_type(protocol).has_own_prompts else {}


FILES = {
    name: at_lines(lines)
    for name, lines in yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8")).items()
}
"""Of the same structure as the authors', by their names."""


def put_authors_words() -> list[Path]:
    """Puts the stand-ins where the files would lie."""
    return [put_stand_in(name, text) for name, text in FILES.items()]
