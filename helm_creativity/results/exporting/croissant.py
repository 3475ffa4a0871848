"""Item sets as data sets in the Croissant format of MLCommons: a file of items, and JSON-LD that describes it.

The vocabulary is that of Croissant 1.0, https://docs.mlcommons.org/croissant/docs/croissant-spec.html.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.benchmark import Benchmark, parse_settings
from helm_creativity.core.card import Card, ItemSet
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.registry import find_sources
from helm_creativity.core.types import Item
from helm_creativity.errors import CreativityError
from helm_creativity.io.files import SourceFile, checksum_known, file_sha256, writing_to
from helm_creativity.io.records import write_records, writing
from helm_creativity.io.yaml_files import read_yaml
from helm_creativity.safe_text import counted

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
DESCRIPTION, ITEMS, RECORDS = "croissant.json", "items.jsonl", "items"
LICENCES = {
    "Apache-2.0": "https://spdx.org/licenses/Apache-2.0.html",
    "MIT": "https://spdx.org/licenses/MIT.html",
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "WordNet 3.0": "https://wordnet.princeton.edu/license-and-commercial-use",
}
"""Addresses of licences, by the names that cards have; others are given by name."""
_WRITTEN_HERE = "this package"
"""In the source of items that were written or made for the package that has the card."""
_TERMS = (
    *("citeAs", "column", "data", "dataType", "equivalentProperty", "examples", "extract", "field", "fileObject"),
    *("fileProperty", "fileSet"),
    *("format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
    *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
)
_TYPED = {"data": "@json", "dataType": "@vocab", "examples": "@json"}
CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{name: {"@id": f"cr:{name}", "@type": _TYPED[name]} if name in _TYPED else f"cr:{name}" for name in _TERMS},
    "conformsTo": "dct:conformsTo",
}
_MEDIA = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".json": "application/json",
    ".jsonl": "application/jsonlines",
}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TYPES = (({bool}, "sc:Boolean"), ({int}, "sc:Integer"), ({int, float}, "sc:Float"))
"""Of a column whose values have no other types; any other is text."""
_ABOUT = {
    "id": "The item; it stays the same across versions.",
    "prompt": "What the model reads, without an instruction.",
}


class Described(NamedTuple):
    """A data set that was written.

    Attributes:
        folder: with the description, and the items if they are shipped.
        items: how many items lie there; 0 for a set whose files are its authors'.
    """

    folder: Path
    items: int


def write_item_sets(benchmark: Benchmark[Any], folder: Path) -> Iterator[Described | str]:
    """Writes a folder for each item set on a benchmark's card; a text says why one is left out.

    A set that this package ships comes with its items. Of a set that is fetched, the description alone is written: it
    names its authors' files by address and checksum.

    Args:
        benchmark: whose items they are.
        folder: in which each set gets a folder of its own.

    Raises:
        FileProblem: when a file cannot be written.
    """
    for item_set in benchmark.card.items:
        place = folder / f"{benchmark.name}-{item_set.name}"
        if item_set.checksum:
            items = _find_items(benchmark, item_set)
            if items is None:
                yield f"{place.name}: no setting of the benchmark asks these items alone"
                continue
            rows = [_row(item) for item in items]
            with writing_to(place), writing(place / ITEMS) as out:
                write_records(rows, out, as_csv=False)
            path = place / ITEMS
            file = _file(ITEMS, ITEMS, file_sha256(path), path.stat().st_size, _MEDIA[path.suffix])
            description = _description(benchmark.card, item_set, item_set.source, [file], [_record_set(rows)])
        else:
            rows = []
            sources = _sources(benchmark, item_set)
            if not sources:
                inherited = benchmark.parent is not None and not benchmark.card.items[0].checksum
                lacking = "has no checksum of its own items" if inherited else "names no file that holds it"
                yield f"{place.name}: its card {lacking}"
                continue
            if unknown := next((source for source in sources if not checksum_known(source)), None):
                fetched = unknown.bundles[0] if unknown.bundles else unknown.name
                yield (
                    f"{place.name}: no checksum of {unknown.name} is published; "
                    f"fetch it first: helm-creativity items fetch {fetched}"
                )
                continue
            cited = " ".join([item_set.source, *(source.citation for source in sources)])
            description = _description(benchmark.card, item_set, cited, list(map(_published, sources)), [])
        with writing_to(place), writing(place / DESCRIPTION) as out:
            out.write(json.dumps(description, indent=2, ensure_ascii=False) + "\n")
        yield Described(place, len(rows))


def _find_items(benchmark: Benchmark[Any], item_set: ItemSet) -> Sequence[Item] | None:
    """The items whose prompts have the checksum on the card, found by the setting that names the set."""
    choices = [
        {},
        *({name: item_set.name} for name, field in benchmark.options.items() if item_set.name in field.allowed),
    ]
    choices += [{"protocol": item_set.name}] if item_set.name in benchmark.card.protocols else []
    for choice in [*choices, {"items": "all"}]:
        for prompts in ("", "own"):
            values = {**choice, "prompts": prompts} if prompts else choice
            try:
                settings = parse_settings(benchmark, values, require=False)
                items = tuple(benchmark.items(settings))
            except CreativityError:  # such as words of the authors that are not here
                continue
            if checksum_prompts(item.prompt for item in items).rpartition(":")[2] == item_set.checksum:
                return items
    return None


def _row(item: Item) -> dict[str, Any]:
    """An item as a flat record; what is neither text, number nor truth value, nor a list of texts, is JSON."""
    rest = {name: _field_value(value) for name, value in item.fields.items() if name not in _ABOUT}
    return {"id": item.id, "prompt": item.prompt.text, **rest}


def _field_value(value: Any) -> Any:  # noqa: ANN401 - whatever a field of an item holds
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
        return list(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _record_set(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The fields that an item of the set has; one that is empty in every item is left out."""
    names = dict.fromkeys(name for row in rows for name, value in row.items() if value is not None)
    return {
        "@type": "cr:RecordSet",
        "@id": RECORDS,
        "name": RECORDS,
        "description": "One record per item.",
        "key": {"@id": f"{RECORDS}/id"},
        "field": [_field(name, [row[name] for row in rows if row.get(name) is not None]) for name in names],
    }


def _field(name: str, values: Sequence[Any]) -> dict[str, Any]:
    known = [kind for types, kind in _TYPES if {type(value) for value in values} <= types]
    return {
        "@type": "cr:Field",
        "@id": f"{RECORDS}/{name}",
        "name": name,
        "description": _ABOUT.get(name, f"{name.replace('_', ' ')}, which the scorer knows about the item."),
        "dataType": known[0] if known else "sc:Text",
        **({"repeated": True} if all(isinstance(value, list) for value in values) else {}),
        "source": {"fileObject": {"@id": ITEMS}, "extract": {"column": name}},
    }


def _sources(benchmark: Benchmark[Any], item_set: ItemSet) -> list[SourceFile]:
    """The files of authors that hold a set: those that its source names, or else the one in ``items/authors.yaml``."""
    named = [
        file
        for file in benchmark.card.files
        if re.search(rf"(?<![\w-]){re.escape(file.name)}(?![\w-])", item_set.source)
    ]
    path = benchmark.folder / "items" / "authors.yaml"
    if named or not path.is_file():
        return named
    held = read_yaml(path)
    source = find_sources().get(held.get("file", "")) if isinstance(held, dict) else None  # of another card, maybe
    return [] if source is None else [source]


def _published(source: SourceFile) -> dict[str, Any]:
    media = _MEDIA.get(Path(source.place.name).suffix, "application/octet-stream")
    return _file(source.name, source.url, checksum_known(source), source.bytes, media)


def _file(name: str, address: str, sha256: str, size: int | None, media: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": address,
        **({} if size is None else {"contentSize": f"{size} B"}),
        "encodingFormat": media,
        "sha256": sha256,
    }


def _description(
    card: Card,
    item_set: ItemSet,
    cited: str,
    files: Iterable[Mapping[str, Any]],
    records: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The JSON-LD; ``cited`` names the work in which the items are published, with its year.

    What was written for a package has no such work, and may be in no release: it gets no date.
    """
    year = None if _WRITTEN_HERE in item_set.source else _YEAR.search(cited)
    summary = f"{card.title}: {counted(item_set.count, 'item')}. {card.summary}"
    creator = "The authors of the package that has these items" if _WRITTEN_HERE in item_set.source else item_set.source
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": f"{card.name}-{item_set.name}",
        "description": f"{summary} Source of the items: {item_set.source}.",
        **({"url": card.papers[0].url} if card.papers else {}),
        "license": LICENCES.get(item_set.licence, item_set.licence),
        "version": _version(card.version),
        **({"datePublished": year[0]} if year else {}),
        **({"citeAs": "; ".join(paper.citation for paper in card.papers)} if card.papers else {}),
        "creator": {"@type": "sc:Organization", "name": creator},
        "distribution": list(files),
        "recordSet": list(records),
    }


def _version(version: str) -> str:
    """A card's version as three numbers: 3-B is 3.1.0."""
    number, _, letter = version.partition("-")
    return f"{number}.{ord(letter) - ord('A')}.0"
