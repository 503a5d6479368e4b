"""Phrases that everybody reads in their own language, hiding, reporting, and who is kept out: through the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Invite


def test_a_phrase_is_read_in_ones_own_language_and_the_host_keeps_out_who_is_reported(invite: Invite) -> None:
    host = invite("Mina")
    link = host.make_table("japanese")
    guest = invite("Toma", locale="ja-JP")
    guest.page.goto(link)
    guest.page.get_by_label("お名前").fill("Toma")
    guest.page.locator(".table-join button[type=submit]").first.click()
    for person in (host, guest):
        person.page.locator('.rail-tabs [data-tab="chat"], [role="tab"]').nth(2).click()
    guest.press(guest.page.get_by_role("button", name="ナイス！"))
    expect(host.page.locator(".chat-text")).to_have_text("Nice!")
    expect(guest.page.locator(".chat-text")).to_have_text("ナイス！")

    watcher = invite("Wim")
    watcher.watch(link)
    watcher.page.get_by_role("tab").nth(2).click()
    watcher.press(watcher.page.get_by_role("button", name="What can be done about Toma"))
    watcher.press(watcher.page.get_by_role("button", name="Report this to the host"))
    expect(host.page.locator(".notice-over")).to_contain_text("Wim has reported something to you")
    watcher.press(watcher.page.get_by_role("button", name="What can be done about Toma"))
    watcher.press(watcher.page.get_by_role("button", name="Hide what Toma writes"))
    expect(watcher.page.locator(".chat-text")).to_have_count(0)

    host.press(host.page.get_by_role("button", name="Invite and spectators"))
    dialog = host.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Wim reports what Toma wrote: “Nice!”")
    host.press(dialog.get_by_role("button", name="Keep Toma out").first)
    expect(guest.page.locator(".banner")).to_contain_text("ホストがあなたをこのテーブルに入れていません。")
    expect(host.page.locator("#stage .seat-name", has_text="Toma")).to_have_count(0)
