import pytest
from hypothesis import settings

# A first call may build the list of a game, so no example has a deadline.
settings.register_profile("corral", deadline=None)
# Under coverage, where lines count and not cases: few examples, and the same ones in every run.
settings.register_profile("lines", deadline=None, max_examples=10, derandomize=True)
settings.load_profile("corral")


@pytest.fixture(autouse=True, scope="session")
def time_to_think():
    """What is searched for at a prompt is found: what is said there is not to depend on the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corral.play.levels._SEARCH", 600.0)
        patch.setattr("corral.play.levels._SHORT_SEARCH", 600.0)
        yield
