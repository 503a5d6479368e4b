"""Settings: everything that can be set from outside, all of it through environment variables.

The variable of each setting is its name in capitals (``port`` → ``PORT``). ``kibitz serve --help`` lists them too.
"""

import ipaddress
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEFAULT_DATABASE_URL = "sqlite+aiosqlite:///data/kibitz.sqlite3"

LogLevel = Literal["debug", "info", "warning", "error"]


class Settings(BaseSettings):
    """What the environment says, checked; unknown variables are none of our business and are ignored."""

    model_config = SettingsConfigDict(
        extra="ignore",
        env_ignore_empty=True,
        hide_input_in_errors=True,  # an address with a password must not end up on the terminal or in a log
    )

    host: str = Field(
        default="0.0.0.0", description="Address to listen on; 127.0.0.1 keeps the server to this machine."
    )
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    database_url: str = Field(
        default=DEFAULT_DATABASE_URL,
        description="Where everything is kept: sqlite+aiosqlite:///file or "
        "postgresql+asyncpg://user:password@host/name. The short forms sqlite:///file and "
        "postgresql://… are understood as well.",
    )
    secret_key: SecretStr | None = Field(
        default=None,
        description="Key that signs the cookies, at least 16 characters. Left out, one is made once and kept in the "
        "database. Changing it makes every guest a stranger.",
    )
    public_url: str | None = Field(
        default=None,
        description="Address under which friends reach this server (https://cards.example.org): used in invitations, "
        "and accepted as origin beside the request's own host. Left out, the request's own host is used.",
    )
    log_level: LogLevel = Field(default="info", description="debug, info, warning or error.")
    log_format: Literal["text", "json"] = Field(default="text", description="text for people, json for log collectors.")
    bot_speed: float = Field(
        default=1.0, ge=0, le=1000, description="How quickly bots move: 2 is twice as fast, 0 is without any wait."
    )
    close_tables_after: float = Field(
        default=7.0,
        ge=0,
        le=3650,
        description="Days without anybody after which a table is closed; its matches stay. 0 keeps all tables.",
    )
    rate_limit: int = Field(
        default=30,
        ge=0,
        description="Guests, and tables, that one address may make per minute (bursts of the same size); while on, "
        "one player may make twenty tables an hour. 0 switches both off.",
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = Field(
        default=("127.0.0.1", "::1"),
        description="Addresses or networks, separated by commas, of reverse proxies whose X-Forwarded-Proto and "
        "X-Forwarded-For are believed. The word none trusts nobody.",
    )
    metrics_token: SecretStr | None = Field(
        default=None,
        description="When set, /metrics is given to whoever sends it as bearer token; left out, to this machine only.",
    )
    dev: bool = Field(
        default=False, description="For working on pages: templates and static files are read anew each time."
    )

    @field_validator("secret_key")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < 16:
            raise ValueError("must have at least 16 characters")
        return value

    @field_validator("public_url")
    @classmethod
    def _an_origin(cls, value: str | None) -> str | None:
        """Scheme and host only: the application lives at the root of its host."""
        if value is None:
            return None
        value = value.rstrip("/")
        scheme, separator, host = value.partition("://")
        if scheme not in ("http", "https") or not separator or not host or "/" in host:
            raise ValueError("must look like https://cards.example.org, without a path")
        return value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part for part in (piece.strip() for piece in value.split(",")) if part and part != "none")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        try:
            for part in value:
                if part != "*":
                    ipaddress.ip_network(part, strict=False)
        except ValueError as error:
            raise ValueError("must be addresses or networks separated by commas, such as 10.0.0.0/8") from error
        return value


def environment_help() -> str:
    """One paragraph per setting, ``NAME (default): meaning``, for ``kibitz serve --help``."""
    lines = []
    for name, field in Settings.model_fields.items():
        default = field.default
        if isinstance(default, tuple):
            default = ",".join(default)
        shown = "" if default is None else f" ({default})"
        lines.append(f"{name.upper()}{shown}: {field.description}")
    return "\n\n".join(lines)
