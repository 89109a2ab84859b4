"""Play: games of people against the machine and against each other."""
