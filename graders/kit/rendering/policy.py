"""The Content-Security-Policy of a page that is a file: only its own scripts and styles run."""

import base64
import re
from hashlib import sha256

INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)  # data have a type, and run never
FIRST = '<meta charset="utf-8">\n'
POLICY = (
    "default-src 'none'; script-src{script}; style-src{style}; base-uri 'none'; form-action 'none'"
)
NONE = " 'none'"


def sealed(page: str) -> str:
    """Return a page with a policy that names its scripts and styles by their digests.

    A page that is opened from a file has no origin, so they can't be named by where they lie.

    Args:
        page: A whole page, whose head begins with its charset.
    """
    sources = {"script": "", "style": ""}
    for kind, text in INLINE.findall(page):
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        sources[kind] += f" 'sha256-{digest}'"
    script, style = sources["script"], sources["style"]
    policy = POLICY.format(script=script or NONE, style=style or NONE)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return page.replace(FIRST, FIRST + meta, 1)
