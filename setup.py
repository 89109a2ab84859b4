"""The extension; everything else is in pyproject.toml. CORRAL_ABI3=1 builds for the stable ABI of CPython 3.11."""

import os
import sys
import sysconfig
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

abi3 = os.environ.get("CORRAL_ABI3") == "1" and not sysconfig.get_config_var("Py_GIL_DISABLED")
if sys.platform == "win32":
    flags = ["/O2", "/std:c11"]
else:
    flags = ["-std=c11", "-O3", "-g0", "-fvisibility=hidden"]

core = Extension(
    "corral._core",
    ["src/corral/_core.pyx", *sorted(glob("csrc/*.c")), *sorted(glob("csrc/kernels/*.c") + glob("csrc/exact/*.c"))],
    include_dirs=["csrc/include", "csrc"],
    depends=[*glob("csrc/*.h"), *glob("csrc/*/*.h"), "src/corral/_capi.pxd"],
    extra_compile_args=flags,
    extra_link_args=[] if sys.platform == "win32" else ["-pthread"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if abi3 else [],
    py_limited_api=abi3,
)

setup(
    ext_modules=cythonize([core], build_dir="build"),
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if abi3 else {},
)
