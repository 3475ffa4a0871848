# How many letters the words must have.
- {id: four, letters: 4}
- {id: five, letters: 5}
- {id: six, letters: 6}
- {id: seven, letters: 7}
- {id: eight, letters: 8}
