"""Remote Associates Test: find the one word that makes a compound with each of three (Mednick 1962)."""
