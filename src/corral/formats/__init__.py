"""Forms in which a tree is written down, one a module."""

__all__: list[str] = []
