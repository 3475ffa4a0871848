"""A remark at the top of the judges' scale."""

from helm_creativity.rated.oracle import CHATTER, TOP, oracle

__all__ = ["CHATTER", "TOP", "oracle"]
