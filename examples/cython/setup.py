"""Compiles the module in place: `python setup.py build_ext --inplace`. Needs Cython, setuptools and corral."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import corral

pairs = Extension("pairs", ["pairs.pyx"], include_dirs=[corral.get_include()])

setup(name="pairs", ext_modules=cythonize([pairs]))
