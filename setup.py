"""How the extension is compiled and archives are made; everything else is in pyproject.toml.

CORRAL_ABI3=1 builds for the stable ABI of CPython 3.11. With SOURCE_DATE_EPOCH the same files make the same archives.
"""

import gzip
import os
import sys
import sysconfig
import tarfile
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from itertools import chain
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

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


class TogetherBuild(build_ext):
    """Compiles on all processors, as compiling takes most of the time of an installation."""

    def build_extension(self, ext: Extension) -> None:
        """Compile and link an extension."""
        compile_some = self.compiler.compile
        with ThreadPoolExecutor(os.cpu_count()) as pool:

            def compile_all(sources: list[str], **options: object) -> list[str]:
                return list(chain.from_iterable(pool.map(lambda source: compile_some([source], **options), sources)))

            if sys.platform != "win32":  # Microsoft's compiler is looked for by the first call
                self.compiler.compile = compile_all
            super().build_extension(ext)


class WithHeader(build_py):
    """Puts a copy of the C header into the package, where `corral.get_include` finds it."""

    def run(self) -> None:
        """Build the package, which an editable installation is without."""
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib, "corral", "include")
            self.mkpath(str(folder))
            self.copy_file("csrc/include/corral.h", str(folder))


class PlainArchive(sdist):
    """Leaves out what only tells about the checkout: times, owners and the umask."""

    def make_archive(self, base_name: str, format: str, *, base_dir: str, **owners: str | None) -> str:  # noqa: A002
        """Pack the folder base_dir; return the path of the archive."""
        moment = os.environ.get("SOURCE_DATE_EPOCH")
        if format != "gztar" or moment is None:
            return super().make_archive(base_name, format, base_dir=base_dir, **owners)

        def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime, member.uid, member.gid, member.uname, member.gname = int(moment), 0, 0, "", ""
            member.mode = 0o755 if member.mode & 0o100 else 0o644
            return member

        path = Path(f"{base_name}.tar.gz")
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(moment)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(base_dir, filter=plain)
        return str(path)


setup(
    ext_modules=cythonize([core], build_dir="build"),
    cmdclass={"build_ext": TogetherBuild, "build_py": WithHeader, "sdist": PlainArchive},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if abi3 else {},
)
