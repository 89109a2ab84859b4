"""The commands of the command line, a file each; `options` and `status` are what they share."""

__all__: list[str] = []
