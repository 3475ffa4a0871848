"""A page taken apart: its elements, their order, the text that stands on it, and the colours of its style."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = frozenset(
    {"meta", "input", "br", "hr", "img", "link", "path", "rect", "circle", "polygon", "use", "line", "image"}
)


class Tree(HTMLParser):
    """Checks that what is opened is closed, and keeps elements and the text in them."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.texts, self.scripts, self.styles = [], [], [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        kept = {"style": self.styles, "script": self.scripts}.get((self.open or [""])[-1], self.texts)
        kept.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())

    @property
    def tags(self):
        return [tag for tag, _ in self.elements]

    @property
    def ids(self):
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    def all(self, tag, name=None):
        found = [attrs for kind, attrs in self.elements if kind == tag]
        return (
            found
            if name is None
            else [attributes for attributes in found if name in (attributes.get("class") or "").split()]
        )


def colours(block):
    """CSS variables that are colours, as three numbers from 0 to 255."""
    return {
        name: tuple(int(value[i : i + 2], 16) for i in (1, 3, 5))
        for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)
    }


def mixed(first, second, share):
    """So much of the first colour in the second."""
    return tuple(share * a + (1 - share) * b for a, b in zip(first, second, strict=True))


def contrast(one, other):
    """Ratio of two colours by WCAG 2.2, 1 to 21."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour):
    linear = [part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
