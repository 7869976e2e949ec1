import { expect, it } from "vitest";
import { avatarUrl } from "./avatar.ts";
import { nextTick } from "./crons.ts";

it("says when a cron expression fires next, after now", () => {
  const next = (cron: Parameters<typeof nextTick>[0], time: string) =>
    nextTick(cron, new Date(`2950-03-14T${time}Z`))
      .toISOString()
      .slice(8, 19);
  for (const [cron, time, tick] of [
    ["hourly", "11:59:59.999", "14T12:00:00"],
    ["hourly", "12:00:00.000", "14T13:00:00"],
    ["hourly", "12:00:00.001", "14T13:00:00"],
    ["daily", "03:29:59.999", "14T03:30:00"],
    ["daily", "03:30:00.000", "15T03:30:00"],
    ["daily", "00:10:00.000", "14T03:30:00"],
    // The 14th is a Saturday.
    ["weekly", "12:00:00.000", "15T03:30:00"],
    ["health", "12:04:30.000", "14T12:05:00"],
    ["health", "12:05:00.000", "14T12:10:00"],
  ] as const)
    expect([cron, time, next(cron, time)]).toEqual([cron, time, tick]);
});

it("knows the address of a Discord picture, and none where user or picture is missing or odd", () => {
  expect(avatarUrl("1", "a_0")).toBe("https://cdn.discordapp.com/avatars/1/a_0.png?size=64");
  for (const [id, picture] of [
    [null, "a"],
    ["1", null],
    ["", "a"],
    ["1", ""],
    ["1", "a/b"],
    ["1", "A"],
  ] as const)
    expect([id, picture, avatarUrl(id, picture)]).toEqual([id, picture, null]);
});
