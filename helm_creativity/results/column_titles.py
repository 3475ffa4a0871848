"""Titles of columns for people: the benchmark, and what sets a column apart from others of its benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helm_creativity.results.columns import Draft

# Settings that stand behind all others.
LAST = ("instruction", "items")


def titles_of(drafts: Sequence[Draft]) -> list[str]:
    """Titles of all columns of one group, all different: settings in words, checksums only where words do not do."""
    parts = [_parts(draft) for draft in drafts]
    names = sorted(dict.fromkeys(key for one in parts for key in one), key=lambda key: (key in LAST, key == LAST[-1]))
    keys = [key for key in names if len({_plain(one.get(key, "")) for one in parts}) > 1]
    titles = [_title(draft, keys, one, plain=True) for draft, one in zip(drafts, parts, strict=True)]
    if len(set(titles)) == len(titles):
        return titles
    keys = [key for key in names if len({one.get(key, "") for one in parts}) > 1]
    return [_title(draft, keys, one, plain=False) for draft, one in zip(drafts, parts, strict=True)]


def _parts(draft: Draft) -> dict[str, str]:
    """A signature by setting, the instruction and the number of items last."""
    parts = dict(part.partition(":")[::2] for part in draft.signature.split("|")[1:])
    parts.pop("instruction", None)
    told = {"instruction": draft.instruction} if draft.instruction else {}
    return {**parts, **told, **({} if draft.items is None else {"items": f"{draft.items:,}"})}


def _plain(value: str) -> str:
    """A setting's words, without its checksum; "" where there is nothing else but perhaps a number of files."""
    words = value.partition("@")[0]
    return "" if words.startswith("sha256:") or (words != value and words.isdecimal()) else words


def _title(draft: Draft, keys: Sequence[str], parts: Mapping[str, str], plain: bool) -> str:
    values = {key: _plain(parts.get(key, "")) if plain else parts.get(key, "") for key in keys}
    apart = ", ".join(_shown(key, value) for key, value in values.items() if value or key != "instruction")
    return f"{draft.metric.title} ({apart})" if apart else draft.metric.title


def _shown(key: str, value: str) -> str:
    name = key.replace("_", " ")
    if not value:
        return f"no {name}"
    if key == "items":
        return "1 item" if value == "1" else f"{value} items"
    return f"{name} {value}"
