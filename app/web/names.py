"""Names of people: what may be one, and a friendly one for those who give none."""

import secrets

from app.table.names import BadText, clean_name
from app.web.i18n import Translate
from app.web.refusals import Refusal


def read_name(given: str) -> str:
    """The name in the form in which it is kept.

    :raises Refusal: ``bad_name``; its reason is a code whose text is ``refused.<code>``
    """
    try:
        return clean_name(given)
    except BadText as error:
        raise Refusal("bad_name", reason=error.code) from error


def suggested_name(translate: Translate) -> str:
    """One of the catalogue's made-up names in the visitor's language."""
    return secrets.choice([name.strip() for name in translate("guest.names").split(",")])
