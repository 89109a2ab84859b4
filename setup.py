"""The extension; everything else is in pyproject.toml. CORRAL_ABI3=1 builds for the stable ABI of CPython 3.11."""

import os
import sys
import sysconfig
from glob import glob
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py


class WithHeader(build_py):
    """Puts a copy of the C header into the package, where `corral.get_include` finds it."""

    def run(self) -> None:
        """Build the package, which an editable installation is without."""
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib, "corral", "include")
            self.mkpath(str(folder))
            self.copy_file("csrc/include/corral.h", str(folder))


abi3 = os.environ.get("CORRAL_ABI3") == "1" and not sysconfig.get_config_var("Py_GIL_DISABLED")
if sys.platform == "win32":
    flags = ["/O2", "/std:c11"]
else:
    flags = ["-std=c11", "-O3", "-g0", "-fvisibility=hidden"]

core = Extension(
    "corral._core",
    ["src/corral/_core.pyx", *sorted(glob("csrc/*.c")), *sorted(glob("csrc/kernels/*.c") + glob("csrc/exact/*.c"))],
    include_dirs=["csrc/include", "csrc"],
    depends=[*glob("csrc/*.h"), *glob("csrc/*/*.h"), *glob("src/corral/*.pxd")],
    extra_compile_args=flags,
    extra_link_args=[] if sys.platform == "win32" else ["-pthread"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if abi3 else [],
    py_limited_api=abi3,
)

setup(
    cmdclass={"build_py": WithHeader},
    ext_modules=cythonize([core], build_dir="build"),
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if abi3 else {},
)
