import assert from "node:assert/strict";
import { test } from "node:test";
import { isTime, readTime, timeText } from "./time-input.ts";

const READ = {
  "20:30": "20:30",
  "20.30": "20:30",
  "20 30": "20:30",
  "2030": "20:30",
  "830": "08:30",
  "8": "08:00",
  "20": "20:00",
  "0:05": "00:05",
  "kl. 20": "20:00",
  "kl 20.30": "20:30",
  "at 20:30": "20:30",
  "8 pm": "20:00",
  "8pm": "20:00",
  "8.30 PM": "20:30",
  "8:30 p.m.": "20:30",
  "12 am": "00:00",
  "12 pm": "12:00",
  " 20:30 ": "20:30",
};

for (const [typed, time] of Object.entries(READ))
  test(`reads ${JSON.stringify(typed)} as ${time}`, () => assert.equal(readTime(typed), time));

for (const typed of [
  "",
  "24:00",
  "20:60",
  "13 pm",
  "0 am",
  "evening",
  "20:3",
  "123456",
  "-8",
  "20:30 tomorrow",
])
  test(`reads no time in ${JSON.stringify(typed)}`, () => assert.equal(readTime(typed), null));

test("shows a time as the reader's language writes it", () => {
  assert.equal(timeText("08:05", "en"), "08:05");
  assert.equal(timeText("20:30", "da"), "20.30");
  assert.equal(timeText("?half past", "en"), "?half past");
});

test("reads what it shows", () => {
  for (const language of ["en", "da"] as const)
    for (const time of ["00:00", "09:05", "20:30", "23:59"]) {
      assert.ok(isTime(time));
      assert.equal(readTime(timeText(time, language)), time);
    }
});
