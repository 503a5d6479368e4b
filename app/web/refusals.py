"""The things that cannot be done over http: their codes, their statuses, and the exception that says so."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException

STATUS = {
    "bad_absence": 422,
    "bad_clock": 422,
    "bad_login": 422,
    "bad_name": 422,
    "bad_password": 422,
    "bad_players": 422,
    "bad_ruleset": 422,
    "busy": 503,
    "account_already": 409,
    "foreign_origin": 403,
    "form_token": 403,
    "invalid": 422,
    "login_taken": 409,
    "malformed": 400,
    "method_not_allowed": 405,
    "no_identity": 401,
    "no_deal": 404,
    "no_match": 404,
    "no_player": 404,
    "no_record": 404,
    "no_rules": 404,
    "record_closed": 404,
    "no_account": 409,
    "no_session": 404,
    "no_table": 404,
    "not_found": 404,
    "not_json": 415,
    "rate_limited": 429,
    "restarting": 503,
    "server_error": 500,
    "table_late": 503,
    "too_large": 413,
    "too_many_sign_ins": 429,
    "too_many_tables": 429,
    "wrong_password": 403,
    "wrong_sign_in": 403,
}
"""Every code and its HTTP status. ``busy``: the storage is away or too slow; ``restarting``: the server
is about to end; ``table_late``: so slow that a table asked
for will be there later. Texts: ``error.<code>``."""


class Refusal(HTTPException):
    """Something that cannot be done.

    :param code: a key of `STATUS`
    :param facts: what its text mentions; programs are told them beside the text
    """

    def __init__(self, code: str, headers: Mapping[str, str] | None = None, **facts: str | int) -> None:
        super().__init__(STATUS[code], detail=code, headers=headers)
        self.code = code
        self.facts = {name: _writable(fact) for name, fact in facts.items()}


def _writable(fact: str | int) -> str | int:
    """A fact that any answer can carry: facts may repeat what was sent, and it may be what made us refuse."""
    return fact.encode(errors="replace").decode() if isinstance(fact, str) else fact
