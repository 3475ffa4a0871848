"""What people read: pages made of plain input, which knows no particular benchmark and no HELM."""
