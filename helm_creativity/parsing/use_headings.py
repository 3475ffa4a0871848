"""Headings in an answer that asks for uses: which name a category, which close the answer, which explain a use."""

from __future__ import annotations

import re

_FIELDS = frozenset(
    {
        *("home", "house", "household", "garden", "gardening", "kitchen", "cooking", "bathroom", "bedroom", "office"),
        *("work", "school", "education", "educational", "outdoor", "outdoors", "outside", "indoor", "indoors"),
        *("camping", "survival", "emergency", "art", "arts", "craft", "crafts", "creative", "creativity", "decor"),
        *(
            "decorative",
            "design",
            "fashion",
            "fitness",
            "sport",
            "sports",
            "game",
            "games",
            "play",
            "fun",
            "entertainment",
        ),
        *("music", "musical", "science", "scientific", "tools", "practical", "functional", "everyday", "unusual"),
        *("uncommon", "quirky", "weird", "whimsical", "artistic", "construction", "building", "travel", "health"),
        *(
            "wellness",
            "beauty",
            "pets",
            "animals",
            "pet",
            "kids",
            "children",
            "party",
            "holiday",
            "seasonal",
            "storage",
        ),
        *("organization", "organizing", "diy", "repair", "maintenance", "technology", "tech", "business", "social"),
        *("symbolic", "miscellaneous", "other", "others", "misc", "general", "professional", "personal", "nature"),
        *("environmental", "environment", "sustainability", "recycling", "upcycling", "landscaping"),
        *("workshop", "garage", "automotive", "security", "safety", "self-defense", "defense", "furniture"),
        *("cleaning", "living", "leisure", "recreation", "recreational", "hobby", "hobbies"),
    }
)
_FILLERS = frozenset(
    {
        *("and", "or", "the", "in", "for", "at", "of", "a", "an", "with", "around", "your", "on", "&", "/"),
        *("improvement", "use"),
    }
)
_NAMES_USES = re.compile(
    r"\b(?:uses|ideas|purposes|applications|functions|hacks|projects|category|categories|ways)\b", re.IGNORECASE
)
_CLOSING = re.compile(
    r"\W*(?:conclusion|summary|final thoughts|explanations?|reasoning|rationale"
    r"|notes?|tips?|safety(?: (?:first|notes?|tips?))?"
    r"|disclaimer|remember|bonus tips?|references?)\W*",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\W*(?:how(?: to| it works)?|why(?: it works)?|description|explanation|materials?|steps?|examples?|instructions?"
    r"|benefits?|details?|method|note|tips?|purpose|reason|what you need|what|where|when)\b[^:]{0,30}:",
    re.IGNORECASE,
)
_MOST_WORDS = 6
_MOST_TITLE = 12


def is_category(title: str, below: int) -> bool:
    """Whether a title with entries below it names a category of uses and is none itself.

    Args:
        title: the line, with its emphasis.
        below: how many entries stand below it; a single one behind a colon explains the title.
    """
    text = title.strip('*_ \t"')
    if text.endswith((":", "：")):
        return (below > 1 or _is_field(text.rstrip(":：*_ "))) and not tells_more(title)
    return _is_field(text)


def closes(title: str) -> bool:
    """Whether a heading stands before remarks behind the uses."""
    return bool(_CLOSING.fullmatch(title))


def tells_more(title: str) -> bool:
    """Whether a line below a use says how, why or with what it is done."""
    return bool(_TELLS.match(title))


def names_uses(title: str) -> bool:
    """Whether a title says that uses follow: "10 Uses for a Brick", "Garden Projects"."""
    return len(title.split()) <= _MOST_TITLE and bool(_NAMES_USES.search(title))


def _is_field(text: str) -> bool:
    """Whether the text names uses, or is made of the names of places and fields of life."""
    words = [word.strip("()*_,.:") for word in text.lower().replace("/", " ").split()]
    words = [word for word in words if word == "&" or any(map(str.isalnum, word))]  # no emoji
    if names_uses(text):
        return True
    return (
        0 < len(words) <= _MOST_WORDS
        and any(w in _FIELDS for w in words)
        and all(w in _FIELDS | _FILLERS for w in words)
    )
