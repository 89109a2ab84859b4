"""How Sphinx makes the site: `nox -s docs`."""

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.ext.napoleon import GoogleDocstring

import corral

project = "corral"
smartquotes = False  # they would spoil what is to be typed
author = "The corral authors"
version = release = corral.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",  # docstrings are written in the convention of Google
    "sphinx_click",
]
html_theme = "furo"
html_title = "corral"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 3

# In docstrings `name` is code, and a link where there is something of that name.
default_role = "py:obj"
add_module_names = False
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
maximum_signature_line_length = 90
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_attr_annotations = False  # the signature of the class has them


def as_prose(docstring: GoogleDocstring) -> None:
    """Read what is told of a property as of a function: napoleon would take all before the first colon for its type."""
    docstring._what = "function"
    parse(docstring)


parse = GoogleDocstring._parse
GoogleDocstring._parse = as_prose


def for_the_site(app: Sphinx, page: str, source: list[str]) -> None:
    """Leave out what only those need who read the page as it is in the repository.

    That is the blank line at the end of an example, which tells doctest where that is, and links to folders.
    """
    here = Path(app.srcdir, page).parent
    text = source[0].replace("\n\n```\n", "\n```\n")
    source[0] = re.sub(r"\[([^]]+)\]\((\.\./[^)#]+)\)", lambda link: link[1 if (here / link[2]).is_dir() else 0], text)


def setup(app: Sphinx) -> None:
    """Connect what is above."""
    app.connect("source-read", for_the_site)
