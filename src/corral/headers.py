"""Where the C header of the core is, for what is compiled against it."""

from pathlib import Path
from typing import Final

__all__ = ["get_include"]

_PACKAGE: Final = Path(__file__).resolve().parent


def get_include() -> str:
    """Return the folder of `corral.h`, for the compiler's `-I`, or `include_dirs` of a setuptools extension.

    The header has the types and constants of the core, which Cython modules need that cimport from `corral`; those call
    its functions without being linked with anything. The functions inside corral's own extension cannot be linked:
    programs in C and C++ take the library that `make -C csrc install` builds, and its copy of the header.

    >>> import corral, pathlib
    >>> (pathlib.Path(corral.get_include()) / "corral.h").is_file()
    True
    """
    installed = _PACKAGE / "include"
    # An editable installation has no copy.
    return str(installed if installed.is_dir() else _PACKAGE.parents[1] / "csrc" / "include")
