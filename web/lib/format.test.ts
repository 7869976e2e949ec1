/// <reference types="node" />
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  calendarDays,
  compactNumber,
  DATE_FORMATS,
  deadlineState,
  firstName,
  formatRelative,
  hueOf,
  initials,
  relativeUnit,
  timeAfter,
} from "./format.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const ago = (seconds: number) => NOW - seconds * 1000;

test("switches the unit of relative times at 60 seconds, 60 minutes and 24 hours", () => {
  const amounts = [0, 59, 60, 3599, 3600, 86_399, 86_400, 864_000].map((seconds) => {
    const { unit, amount } = relativeUnit(ago(seconds), NOW) ?? { unit: "none", amount: 0 };
    return `${Math.abs(amount)} ${unit}`;
  });
  assert.deepEqual(amounts, [
    "0 second",
    "59 second",
    "1 minute",
    "59 minute",
    "1 hour",
    "23 hour",
    "1 day",
    "10 day",
  ]);
});

test("counts whole units only, of the past and of the future", () => {
  assert.deepEqual(
    [-90, 90, -7199, 7199].map((seconds) => relativeUnit(ago(seconds), NOW)),
    [
      { unit: "minute", amount: 1 },
      { unit: "minute", amount: -1 },
      { unit: "hour", amount: 1 },
      { unit: "hour", amount: -1 },
    ],
  );
});

test("formats relative times in the reader's language, and nothing for an unknown time", () => {
  assert.equal(formatRelative(ago(12), "en", NOW), "12 seconds ago");
  assert.equal(formatRelative(ago(7200), "da", NOW), "for 2 timer siden");
  assert.equal(formatRelative(ago(0), "en", NOW), "0 seconds ago");
  assert.equal(formatRelative(ago(-180), "en", NOW), "in 3 minutes");
  assert.equal(formatRelative(null, "en", NOW), null);
  assert.equal(formatRelative("soon", "en", NOW), null);
});

test("formats dates by language, and nothing for a missing or unreadable date", () => {
  assert.equal(DATE_FORMATS.date("2026-11-21T12:00:00Z", "en"), "21 Nov 2026");
  assert.equal(DATE_FORMATS.date("2026-11-21T12:00:00Z", "da"), "21. nov. 2026");
  assert.equal(DATE_FORMATS.date("", "en"), null);
  assert.equal(DATE_FORMATS.date("2026-13-45", "en"), null);
});

test('writes no word before a time in any form: texts that want "at" or "kl." have it themselves', () => {
  for (const [name, format] of Object.entries(DATE_FORMATS))
    for (const language of ["en", "da"] as const)
      assert.doesNotMatch(format("2026-11-21T12:00:00Z", language) ?? "", /\b(at|kl)\b/, name);
});

test("shows a deadline as overdue, in hours under a day, else in days", () => {
  const hour = 3600;
  const states = [0, 0.2, 5.9, 23.99, 24, 49].map((hours) => {
    const { tone, left, amount } = deadlineState(ago(-hours * hour), NOW);
    return `${tone} ${left} ${amount}`;
  });
  assert.deepEqual(states, [
    "stop overdue 0",
    "wait hours 1",
    "wait hours 6",
    "wait hours 24",
    "go days 1",
    "go days 2",
  ]);
  assert.deepEqual(deadlineState(null, NOW), { tone: "idle", left: "none", amount: 0 });
});

test("shows three days for a deadline in three days, also seconds after it was chosen", () => {
  for (const [days, seconds] of [
    [3, 0],
    [3, 1],
    [3, 3600],
    [14, 59],
    [180, 5],
  ] as const) {
    const { left, amount } = deadlineState(ago(-days * 86_400 + seconds), NOW);
    assert.equal(`${amount} ${left}`, `${days} days`);
  }
});

test("counts the next day of the calendar as tomorrow, however few hours away", () => {
  const evening = new Date(2026, 10, 21, 23, 30).getTime();
  assert.equal(calendarDays(new Date(2026, 10, 22, 0, 10), evening), 1);
  assert.equal(calendarDays(new Date(2026, 10, 21, 0, 10), evening), 0);
  assert.equal(calendarDays(new Date(2026, 9, 24, 12), new Date(2026, 9, 25, 12).getTime()), -1);
});

test("counts days across the hour that summer time takes or gives as whole ones", (t) => {
  const before = process.env.TZ;
  process.env.TZ = "Europe/Copenhagen";
  t.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  for (const [month, day] of [
    [2, 29], // A day of 23 hours.
    [9, 25], // One of 25 hours.
  ] as const) {
    const [first, second] = [new Date(2026, month, day, 12), new Date(2026, month, day + 1, 12)];
    assert.equal((second.getTime() - first.getTime()) % 86_400_000, 0, "both are after the change");
    assert.equal(calendarDays(second, first.getTime()), 1);
    assert.equal(calendarDays(first, second.getTime()), -1);
  }
});

test("shortens numbers above 999 to thousands with k+", () => {
  assert.deepEqual([0, 999, 1000, 1999, 12_345].map(compactNumber), ["0", "999", "1k+", "1k+", "12k+"]);
});

test("calls users by their first name, beside tags, and by the whole name after a rank", () => {
  const expected = {
    "  Freja Ravn": "Freja",
    "[CC] Vega Rook": "Vega",
    "|TAG| Nova": "Nova",
    "Lt. Storm": "Lt. Storm",
    "[CC]": "[CC]",
    " ": "",
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((name) => [name, firstName(name)])),
    expected,
  );
});

test("takes the first letters of the first two words as initials, in upper case, without tags and punctuation", () => {
  const expected = {
    ...{ "Freja Ravn": "FR", "  ørsted ": "Ø", "a b c": "AB", "": "?" },
    ...{
      "[WOLF] Freja Ravn": "FR",
      "[W]Freja": "F",
      "Freja Ravn [WOLF]": "FR",
      "(Lt.) Ida": "I",
      "【狼】Ida": "I",
    },
    ...{
      "Freja | DK": "FD",
      "· Freja ·": "F",
      "-=Freja=- Ravn": "FR",
      '"Ace" Holm': "AH",
      "Jean-Luc P": "JL",
    },
    ...{ "[WOLF]": "W", "[W": "W", "😀 x": "X", "😀": "😀", "!!!": "!", "7 of 9": "7O" },
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, initials(name)])), expected);
});

test("names days within sentences in lower case: no text is filled with the form that stands alone", () => {
  const web = fileURLToPath(new URL("..", import.meta.url));
  const sources = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const alone = /[{,]\s*\w+: format\.(?:day|moment|dayOfMonth|evening)\(/;
  const wrong = sources.filter((path) => alone.test(readFileSync(`${web}/${path}`, "utf8")));
  assert.ok(sources.length > 100);
  assert.deepEqual(wrong, []);
});

test("gives a name the same hue each time, between 0 and 360 degrees", () => {
  assert.equal(hueOf("Freja Ravn"), hueOf("Freja Ravn"));
  for (const name of ["", "a", "Sofie Ørsted", "😀", "Freja ".repeat(20)])
    assert.ok(hueOf(name) >= 0 && hueOf(name) < 360);
});

test("never shows a past event as a future one", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const relative = (at: string) => formatRelative(at, "en", timeAfter(at, now));
  assert.equal(relative("2026-11-22T12:00:09Z"), "0 seconds ago");
  assert.equal(relative("2026-11-22T11:59:00Z"), "1 minute ago");
});
