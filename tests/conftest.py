from hypothesis import settings

# A first call may build the list of a game, so no example has a deadline.
settings.register_profile("corral", deadline=None)
# Under coverage, where lines count and not cases: few examples, and the same ones in every run.
settings.register_profile("lines", deadline=None, max_examples=10, derandomize=True)
settings.load_profile("corral")
