"""Games for people at one machine: `match` knows the modes, `terminal` talks, `command` is `corral play`."""
