"""The `kibitz` command. Only reading of the command line; the work is done in `app.commands`."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NoReturn, TextIO

import typer
from pydantic import ValidationError

from app.commands import bench_contest, bench_rules, bench_server
from app.commands import chaos as chaos_command
from app.commands.migrate import DatabaseTroubleError
from app.commands.migrate import migrate as run_migrate
from app.commands.replay import replay as run_replay
from app.commands.reset_password import reset_password as run_reset_password
from app.commands.serve import serve as run_serve
from app.commands.simulate import simulate as run_simulate
from app.config import Settings, environment_help
from app.rules.registry import GAMES

SERVE_HELP = f"""Serve tables until Ctrl+C; tables are kept.

Brings the database up to date first. Everything is set by environment variables:

{environment_help()}

Examples:

  kibitz serve

  PORT=9000 HOST=127.0.0.1 kibitz serve

  DATABASE_URL=postgresql://kibitz:secret@localhost/kibitz PUBLIC_URL=https://cards.example.org kibitz serve
"""

GAME_NAMES = ", ".join(GAMES)
PRESET_NAMES = "; ".join(f"{name}: {', '.join(game.presets)}" for name, game in GAMES.items())

commands = typer.Typer(
    name="kibitz",
    help="A self-hosted table for card games with secrets.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bench = typer.Typer(help="Measure how fast the rules or the whole server are.", no_args_is_help=True)
commands.add_typer(bench, name="bench")


def fail(message: str, status: int = 1) -> NoReturn:
    """Ends the command with a message on standard error."""
    typer.echo(message, err=True)
    raise typer.Exit(status)


def settings() -> Settings:
    """The settings of the environment; a wrong one ends the command with its name and what is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        lines = [f"{str(e['loc'][0]).upper()}: {e['msg'].removeprefix('Value error, ')}" for e in error.errors()]
        fail("\n".join(["These environment variables are wrong:", *lines]), 2)


@contextlib.contextmanager
def output(path: Path | None) -> Iterator[TextIO]:
    """The file to write, or standard output."""
    if path is None or str(path) == "-":
        yield sys.stdout
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file


@commands.command(help=SERVE_HELP)
def serve() -> None:
    """Serves the tables (help above, since it lists the settings)."""
    try:
        run_serve(settings())
    except DatabaseTroubleError as error:
        fail(str(error))


@commands.command()
def migrate() -> None:
    """Bring the database (DATABASE_URL) to the shape this version needs. `serve` does so by itself.

    Example:

      DATABASE_URL=sqlite:///data/kibitz.sqlite3 kibitz migrate
    """
    try:
        run_migrate(settings())
    except DatabaseTroubleError as error:
        fail(str(error))


@commands.command("reset-password")
def reset_password(login: Annotated[str, typer.Argument(help="The sign-in name of the account.")]) -> None:
    """Give an account (in DATABASE_URL) a new random password, print it, and sign it out everywhere.

    For people who have forgotten theirs; the server may be running.

    Example:

      kibitz reset-password Mina
    """
    try:
        password = run_reset_password(settings(), login)
    except DatabaseTroubleError as error:
        fail(str(error))
    if password is None:
        fail(f"There is no account with the sign-in name {login!r}.")
    typer.echo(password)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise typer.BadParameter(f"{text!r} is not name=value")
    return name, value


@commands.command()
def simulate(
    game: Annotated[str, typer.Option(help=f"Game to play ({GAME_NAMES}).")] = next(iter(GAMES)),
    preset: Annotated[str | None, typer.Option(help=f"Preset, the first by default ({PRESET_NAMES}).")] = None,
    deals: Annotated[int, typer.Option(min=1, help="Deals to play, thrown-in ones counted.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    players: Annotated[int | None, typer.Option(help="Players; the fewest the game takes by default.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="House rule, name=value; as many as needed.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Write with every action what was legal.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write; standard output by default.")] = None,
) -> None:
    """Play seeded random legal deals and write them as a record (JSON Lines) or a trace.

    Examples:

      kibitz simulate --game mighty --preset japanese --deals 100 --seed 7 -o deals.jsonl

      kibitz simulate --preset english --deals 20 --option match_deals=5 --option joker_call=off --trace
    """
    chosen: dict[str, object] = dict(_option(text) for text in option or [])
    try:
        with output(out) as file:
            run_simulate(game, preset, deals, seed, players, chosen, trace, file)
    except (ValueError, OSError) as error:
        fail(str(error))


@commands.command()
def replay(
    file: Annotated[Path, typer.Argument(help="Record to check; - reads standard input.")],
    trace: Annotated[bool, typer.Option("--trace", help="Write the trace: every action with what was legal.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write; standard output by default.")] = None,
) -> None:
    """Check every line of a record against the rules.

    An illegal line ends it with the line number, the reason and exit status 1.

    Examples:

      kibitz replay deals.jsonl

      kibitz replay --trace deals.jsonl -o trace.jsonl
    """
    try:
        with contextlib.ExitStack() as stack:
            source = sys.stdin if str(file) == "-" else stack.enter_context(file.open(encoding="utf-8"))
            status = run_replay(source, trace, stack.enter_context(output(out)))
    except OSError as error:
        fail(str(error))
    raise typer.Exit(status)


@commands.command()
def chaos(
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to go on.")] = 10.0,
    kills: Annotated[int | None, typer.Option(min=1, help="Stop after so many kills of the server.")] = None,
    tables: Annotated[int, typer.Option(min=1, help="Tables, of all games in turn.")] = 8,
    watchers: Annotated[int, typer.Option(min=0, help="Spectators at each table.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of what people do and of the moments of the kills.")] = 7,
    database_url: Annotated[
        str | None, typer.Option(help="A database to use, which is not restarted; by default a PostgreSQL of its own.")
    ] = None,
) -> None:
    """Play tables of all games on a real server that is killed at random moments, and check that nothing was lost.

    The server is a child process on a free port. People are programs that play over websockets as pages do; bots sit
    beside them, others watch. The server is ended by SIGTERM or SIGKILL and started again, and the PostgreSQL under it
    is restarted (fast or immediate). Checked: no version goes back, a version looks the same to everybody, no card
    changes, every view shown is what the journal gives, every acknowledged message is in the journal exactly once and a
    refused one never, every deal and match replays by the rules, SIGTERM ends well.

    Prints how many kills were survived and what was checked. Exit status 1 when anything was wrong.

    A PostgreSQL of its own needs the development tools (pip install "kibitz\\[dev]"); --database-url needs nothing.
    Use a database that holds nothing else: guests and tables are left in it.

    Examples:

      kibitz chaos --minutes 15 --kills 100

      kibitz chaos --minutes 1 --seed 3 --database-url sqlite:////tmp/chaos.sqlite3
    """
    plan = chaos_command.Plan(minutes, kills, seed, tables, watchers, database_url)
    raise typer.Exit(chaos_command.run(plan))


@bench.command("rules")
def bench_the_rules(
    game: Annotated[str, typer.Option(help=f"Game to play ({GAME_NAMES}).")] = next(iter(GAMES)),
    preset: Annotated[str | None, typer.Option(help=f"Preset, the first by default ({PRESET_NAMES}).")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure.")] = 5.0,
    seed: Annotated[int, typer.Option(help="Seed of the playouts.")] = 7,
) -> None:
    """Random playouts on one core: prints deals/s and actions/s (legal list and apply).

    Example:

      kibitz bench rules --preset english --seconds 10
    """
    if game not in GAMES or (preset is not None and preset not in GAMES[game].presets):
        fail(f"unknown game or preset; there are {PRESET_NAMES}")
    bench_rules.run(game, preset, seconds, seed)


@bench.command("server")
def bench_the_server(
    game: Annotated[
        str, typer.Option(help="mighty: five players in turn, beside bare uvicorn; auction: six who bid at once.")
    ] = "mighty",
    tables: Annotated[int | None, typer.Option(min=1, help="Tables; 100 of mighty, 50 of auction by default.")] = None,
    spectators: Annotated[int, typer.Option(min=0, help="Spectators at each table.")] = 0,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure each server, all rounds together.")] = 20.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in which the two servers take turns.")] = 4,
    database_url: Annotated[str | None, typer.Option(help="Database; a fresh SQLite file by default.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the moves.")] = 7,
) -> None:
    """The real server beside bare uvicorn in the same run: moves/s, latency, CPU, memory. With --game auction: how soon
    a claim is on every screen while whole tables bid at once.

    Needs the development tools (pip install "kibitz\\[dev]").

    Examples:

      kibitz bench server

      kibitz bench server --tables 20 --spectators 20 --seconds 40

      kibitz bench server --game auction --tables 50
    """
    if game not in ("mighty", bench_contest.GAME):
        fail(f"there are loads of mighty and {bench_contest.GAME}")
    if game == bench_contest.GAME:
        bench_contest.run(bench_server.Plan(tables or 50, 0, seconds, 1, database_url, seed))
    else:
        bench_server.run(bench_server.Plan(tables or 100, spectators, seconds, rounds, database_url, seed))


def main() -> None:
    """Entry point of the `kibitz` command."""
    commands()


if __name__ == "__main__":
    main()
