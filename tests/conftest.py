from hypothesis import settings

# A first call may build the list of a game, so no example has a deadline.
settings.register_profile("corral", deadline=None)
settings.load_profile("corral")
