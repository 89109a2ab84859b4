"""Games for people at one machine: `match` knows the rules, `dialogue` talks, `command` is `corral play`."""
