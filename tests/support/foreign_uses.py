"""Thirty uses of a brick, a bottle or a paperclip in four languages other than English, written for these tests."""

FOREIGN_USES = {
    "Dutch": """
        een deur openhouden
        een muurtje bouwen in de tuin
        papieren op hun plaats houden
        een ruit ingooien
        als gewicht bij het trainen
        een bloembak maken
        noten kraken in de keuken
        een kampvuur omringen
        de achterkant van een boekenkast
        een kast rechtzetten
        een grafsteen voor de hamster
        letters op de stoep krassen
        een trapje voor kleine kinderen
        water besparen in de stortbak
        een kussen voor een verdrietige egel
        kruiden fijnstampen
        een brug voor speelgoedauto's
        een spiegel van rode verf
        het zeil van een boot verzwaren
        een vaas voor één bloem
        een ketting maken voor mijn zus
        een slot openpeuteren
        de resetknop indrukken
        een vishaak buigen
        sleutels bij elkaar houden
        een oorbel voor een reus
        een boodschap in zee gooien
        brood uitrollen
        een lamp met een snoer erin
        muziek maken door erop te blazen
    """,
    "German": """
        eine Tür offen halten
        eine kleine Mauer im Garten bauen
        Papiere auf dem Schreibtisch beschweren
        eine Scheibe einwerfen
        als Gewicht beim Training
        einen Blumentopf aushöhlen
        Nüsse in der Küche knacken
        ein Lagerfeuer einfassen
        Bücher im Regal stützen
        einen wackelnden Schrank gerade stellen
        ein Grabstein für den Hamster
        Buchstaben auf den Gehweg kratzen
        eine Stufe für kleine Kinder
        im Spülkasten Wasser sparen
        ein Kissen für einen traurigen Igel
        Kräuter zerstoßen
        eine Brücke für Spielzeugautos
        rote Farbe daraus mahlen
        das Zelt gegen den Wind sichern
        eine Vase für eine einzige Blume
        eine Halskette für meine Schwester basteln
        ein Schloss aufbrechen
        den Knopf zum Zurücksetzen drücken
        einen Angelhaken biegen
        Schlüssel zusammenhalten
        ein Ohrring für einen Riesen
        eine Botschaft ins Meer werfen
        Teig ausrollen
        eine Lampe mit Kabel darin
        Musik machen, indem man hineinbläst
    """,
    "French": """
        tenir une porte ouverte
        construire un petit mur dans le jardin
        retenir des papiers sur le bureau
        casser une vitre
        faire de la musculation
        creuser un pot de fleurs
        ouvrir des noix dans la cuisine
        entourer un feu de camp
        caler des livres sur une étagère
        redresser une armoire bancale
        une pierre tombale pour le hamster
        écrire des lettres sur le trottoir
        un marchepied pour les petits enfants
        économiser l'eau de la chasse
        un oreiller pour un hérisson triste
        broyer des herbes
        un pont pour des voitures miniatures
        en tirer de la peinture rouge
        fixer une tente contre le vent
        un vase pour une seule fleur
        fabriquer un collier pour ma sœur
        crocheter une serrure
        appuyer sur le bouton de remise à zéro
        plier un hameçon
        garder des clés ensemble
        une boucle d'oreille pour un géant
        jeter un message à la mer
        étaler la pâte
        une lampe avec un fil dedans
        faire de la musique en soufflant dessus
    """,
    "Spanish": """
        mantener una puerta abierta
        construir un muro pequeño en el jardín
        sujetar papeles en el escritorio
        romper una ventana
        hacer pesas en casa
        vaciarlo para plantar flores
        partir nueces en la cocina
        rodear una hoguera
        sostener libros en una estantería
        nivelar un armario que cojea
        una lápida para el hámster
        rayar letras en la acera
        un escalón para niños pequeños
        ahorrar agua en la cisterna
        una almohada para un erizo triste
        machacar hierbas
        un puente para coches de juguete
        moler pintura roja
        asegurar una tienda contra el viento
        un florero para una sola flor
        hacer un collar para mi hermana
        abrir una cerradura
        pulsar el botón de reinicio
        doblar un anzuelo
        juntar las llaves
        un pendiente para un gigante
        lanzar un mensaje al mar
        estirar la masa
        una lámpara con un cable dentro
        hacer música soplando por arriba
    """,
}


def foreign_uses(language: str) -> list[str]:
    """The thirty uses in a language."""
    return [line.strip() for line in FOREIGN_USES[language].strip().splitlines()]
