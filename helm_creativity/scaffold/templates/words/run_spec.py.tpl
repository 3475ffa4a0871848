"""``creativity_<< name >>``: << kind.toy >>."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark, word_settings
<< gap >>from << here >>.metric import << camel >>Metric
from << here >>.scenario import << camel >>Scenario


@benchmark(<< camel >>Scenario, << camel >>Metric)
def << name >>(arguments: Arguments, embedding: str = "", dictionary: str = "") -> Chosen:
    """Lists of unrelated words.

    Args:
        arguments: checks them.
        embedding: a name, or names joined with ``+``; the built-in table if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``, which is the usual one.
    """
    return word_settings(arguments, embedding, dictionary, "builtin", "none").chosen()
