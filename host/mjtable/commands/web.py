"""The page on the laptop. What it needs beside mjtable itself is the extra `web`, loaded here alone."""

from pathlib import Path
from typing import Annotated

import typer

from mjtable.arguments import Db, Lang, Port
from mjtable.errors import NoWeb
from mjtable.output import Output

Host = Annotated[str, typer.Option("--host", metavar="ADDRESS")]
Listen = Annotated[int, typer.Option("--listen", min=0, max=65535)]
Sim = Annotated[bool, typer.Option("--sim", show_default=False)]
Flash = Annotated[Path | None, typer.Option("--flash", metavar="FILE", show_default=False)]


def web(
    host: Host = "127.0.0.1",
    listen: Listen = 8642,
    sim: Sim = False,
    flash: Flash = None,
    port: Port = None,
    db: Db = None,
    lang: Lang = None,
) -> None:
    out = Output(lang, False)
    if flash and not sim:
        raise typer.BadParameter(out.text("web.flash"), param_hint="'--flash'")
    try:
        from mjtable.web import serve
    except ImportError as e:
        raise NoWeb(why=e.name or str(e)) from e

    def told(address: str) -> None:
        out.say("web.open", address=address)
        if "token=" in address:
            out.say("web.token")
        out.flush()

    try:
        serve.serve(port, host, listen, db, (flash or serve.default_flash()) if sim else None, told)
    except KeyboardInterrupt:  # the way to end it
        pass
