"""``helm-creativity doctor``: what is missing or broken on this machine, and what to do about it."""
