"""What a device is called in the list of those that are signed in: from the user agent, in words of our own."""

import re

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
READ = 400  # characters of the header


def device_label(user_agent: str) -> str:
    """Such as "Firefox on Android"; empty when nothing is recognised. Nothing of the header itself is kept."""
    seen = user_agent[:READ]
    browser = next((name for mark, name in BROWSERS if re.search(rf"\b{mark}\w*/\d", seen)), "")
    system = next((name for mark, name in SYSTEMS if re.search(rf"\b{mark}\b", seen)), "")
    return f"{browser} on {system}" if browser and system else browser or system
