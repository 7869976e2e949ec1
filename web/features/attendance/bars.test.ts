/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf, ticksOf } from "./bars.ts";

const SPAN = { startsAt: "2026-11-21T20:00:00.000Z", endsAt: "2026-11-21T23:00:00.000Z" };
const at = (time: string) => `2026-11-21T${time}:00.000Z`;
const rounded = (bars: { left: number; width: number }[]) =>
  bars.map(({ left, width }) => [Math.round(left), Math.round(width)]);

test("a bar of the whole event covers its rail, and time outside is cut", () => {
  assert.deepEqual(rounded(barsOf([{ from: at("20:00"), to: at("23:00") }], SPAN)), [[0, 100]]);
  assert.deepEqual(rounded(barsOf([{ from: at("12:00"), to: at("23:59") }], SPAN)), [[0, 100]]);
});

test("a time in the middle of the event has its bar in the middle, and one far away has none", () => {
  const intervals = [
    { from: at("12:00"), to: at("13:00") },
    { from: at("21:00"), to: at("22:00") },
  ];
  assert.deepEqual(rounded(barsOf(intervals, SPAN)), [[33, 33]]);
});

test("hours are marked from the first whole one, at most six, however long the event is", () => {
  const half = { startsAt: at("19:30"), endsAt: at("22:30") };
  assert.deepEqual(
    ticksOf(half).map(({ at: time }) => new Date(time).getMinutes()),
    [0, 0, 0],
  );
  assert.deepEqual(
    ticksOf(SPAN).map(({ left }) => Math.round(left)),
    [0, 33, 67, 100],
  );
  const days = { startsAt: at("20:00"), endsAt: "2026-11-24T20:00:00.000Z" };
  assert.ok(ticksOf(days).length <= 6);
});
