"""The pages: first paint by Jinja2, then the scripts take over.

Routes and what each template is given (names are stable; templates may rely on all of them).

Every template
    ``t(key, **facts)``   text of the catalogue in the visitor's language (plain text, Jinja escapes it); plural by fact ``n``.
                          Facts named ``suit`` (S H D C N), ``card`` (AS, JK) and ``cards`` (list) are turned into names.
    ``has(key)``          True when the catalogue has that key (for optional paragraphs)
    ``lang``              "en" | "ja"; ``languages``: [{"code": "en", "name": "English"}, …]
    ``csrf``              token for the hidden field ``csrf`` of every form
    ``player``            {"id", "name"} | None
    ``static(path)``      versioned address: ``static("js/main.js")`` → ``/static/3f9c…/js/main.js``; relative imports between
                          modules stay below the same version, so they need no version of their own
    ``page``              "lobby" | "new" | "table" | "rules" | "protocol" | "api" | "error" (for navigation and body class)
    ``path``              path and query of this page: hidden field ``next`` of the forms /name and /language
    ``page_data``         dict for scripts, to be written once, in the head or body:
                          ``<script type="application/json" id="page-data">{{ page_data|tojson }}</script>``
                          always: page, lang, player, csrf, static ("/static/3f9c…/"), catalogue (address of the texts as JSON),
                          protocol (1), build, ws_lobby ("/ws/lobby")

GET /                          lobby.html
    ``tables``      [summary…] what may be joined or watched (the contract of /api/tables)
    ``joinable``    the part with ``joinable``; ``watchable``: the rest with ``watchable``
    ``games``       as below, for "play now with bots" (one button or choice per preset: field ``ruleset``)
    ``suggested``   a friendly made-up name, placeholder of the name field (used when the field is left empty)

GET /new                       new.html       (?ruleset=mighty/english@1?… preselects)
    ``games``       [{"name", "seats": [min, max], "presets": [{"name", "ruleset", "values": {option: value}}…],
                    "options": [{"name", "kind": "choice"|"set"|"number", "values": [text…]}…]}…]
                    Texts: game.<game>, preset.<game>.<preset>, option.<game>.<option>, option.<game>.<option>.<value>;
                    a longer explanation, where there is one, under option.<game>.<option>.help
    ``chosen``      {"game", "preset", "values": {option: text | [text…] for sets}, "open": bool, "watch", "bots": bool, "name"}
    ``problem``     None | {"code", "message", "option": name|None} after a refused form (shown above the form, status 400)
    ``suggested``   as above
    page_data adds ``games`` (so that a script can switch presets)

GET /t/{code}                  table.html     (?sit=1: the client sits down at once)
    ``code``, ``summary`` (the contract's summary), ``ruleset`` (text), ``differences`` [{"name", "value", "preset"}…]
    ``needs_name``  True when the visitor has no player yet: show the form POST /t/{code}/join
    ``suggested``   as above
    ``invite``      absolute address of this table; ``qr``: path of its QR code; ``rules``: path of the rules page with the options
    page_data adds code, ws ("/ws/tables/CODE"), sit (bool), invite, qr, rules (path), ruleset, game, preset, summary
GET /t/{code}/qr.svg           an SVG picture, no template

GET /rules/{game}/{preset}     rules.html     (?option=value… shown as differences)
    ``game``, ``preset``, ``ruleset`` (text), ``values`` {option: text | [text…]}, ``differences`` [{"name","value","preset"}…]
    ``options``     [{"name", "kind", "values", "value", "preset" (the preset's value), "differs": bool}…]
    ``presets``     [{"name", "path"}…] the game's presets, for switching
    ``games``       as above
GET /rules                     redirects to the first game's first preset

GET /protocol                  protocol.html
    ``client``, ``server``   [{"type", "text", "fields": [{"name", "type", "required": bool, "text"}…], "example" (JSON text)}…]
    ``shared``      the same for the structures inside messages (key "name" instead of "type")
    ``refusals``    [code…] (texts: refused.<code>)
    ``schema``      the JSON schema as indented text

GET /api                       api.html
    ``operations``  [{"method", "path", "summary", "text", "parameters": [{"name", "in", "required", "type", "text"}…],
                    "body": [{"name", "type", "required", "text"}…] | None, "responses": [{"status", "text", "fields": [{"name", "type"…}…]}…]}…]
    ``example``     source text of the example bot; ``openapi``: path of the schema

any error                      error.html
    ``status``, ``code``, ``title`` and ``message`` (both already in the visitor's language)

Forms (POST, urlencoded, hidden field ``csrf``; all answer 303)
    /name            name, next
    /language        lang, next
    /play            name (only without a player, may be empty), ruleset (may be empty: the first preset)    → /t/CODE
    /tables          name (only without a player, may be empty), ruleset | (game, preset, option.<option>=value, for sets
                     repeated, with one empty hidden value so that "none ticked" is sent), open ("on" when ticked),
                     watch ("everybody" | "link" | "nobody"), bots ("on" when ticked)                          → /t/CODE
    /t/{code}/join   name                                                                                     → /t/CODE?sit=1
"""
