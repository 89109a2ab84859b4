"""Games for people: at one terminal (`match` has the rules, `dialogue` talks), over a network (`duel`, `network`)."""
