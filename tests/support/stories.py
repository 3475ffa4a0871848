"""Stories for tests: one of five sentences for each of the printed sets of cue words."""

STORIES = {
    ("stamp", "letter", "send"): (
        "The stamp was older than the post office. Mara had kept it for a letter that she never wrote. One winter the "
        "river froze, and the ferryman asked what she would send across. She sent him the envelope, empty and sealed. "
        "He opened it and found the sea."
    ),
    ("belief", "faith", "sing"): (
        "A mountain lost its faith in gravity. Its beliefs had always been heavy ones. So the birds sang it a song "
        "about balloons. Stone by stone it rose above the fog. The valley still sets a place for it at supper."
    ),
    ("petrol", "diesel", "pump"): (
        "The last pump in the desert sold only dreams. Diesel was for those who wanted long ones. Petrol burned bright "
        "and was over by noon. A snail on a motorcycle asked for a little of both. It has not arrived yet, and it "
        "smiles."
    ),
    ("year", "week", "embark"): (
        "For a year the lighthouse packed its trunk. Every week it added a lamp. The keeper embarked on a search for "
        "its legs. He found them in an opera, dancing. They walked home along the bottom of the sea."
    ),
    ("gloom", "payment", "exist"): (
        "Gloom opened a bakery. Payment was due in shadows, which most people had to spare. A girl without one claimed "
        "that she did not exist. He gave her the warmest loaf. By evening the whole street cast no shade at all."
    ),
    ("organ", "empire", "comply"): (
        "The empire was ruled by a pipe organ. Whoever heard its lowest note complied. A deaf shoemaker went on making "
        "red boots. The soldiers put them on and began to dance. The organ played faster, and nobody was afraid."
    ),
    ("statement", "stealth", "detect"): (
        "The moon made a statement to the police. Somebody had stolen its far side by stealth. The detective detected "
        "nothing but cheese. He ate the evidence and fell asleep. In his dream it was returned, a little smaller."
    ),
}
