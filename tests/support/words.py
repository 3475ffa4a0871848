"""Two answers to the DAT."""

WORDS = ["cat", "thimble", "river", "idea", "lamp", "golf", "violin", "ticket", "crystal", "monk"]
OTHER = ["dog", "cat", "wolf", "fox", "lion", "tiger", "bear", "goat", "sheep", "horse"]
GOOD, NARROW = "\n".join(WORDS), "\n".join(OTHER)
