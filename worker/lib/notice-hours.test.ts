import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueAt, quietUntil, summaryDue } from "./notice-hours.ts";

const hours = (timeZone: string, quietFrom: number | null = null, quietTo: number | null = null) => ({
  timeZone,
  quietFrom,
  quietTo,
});
const iso = (at: Date | null) => at?.toISOString().slice(0, 16);

/** The local time of a zone, as `Mon 08:00`. */
const local = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  }).format(at);

describe("a summary", () => {
  it("is due at eight in the morning of its reader, also where clocks change in between", () => {
    const due = (at: string, pace: "daily" | "weekly" = "daily") =>
      iso(summaryDue(pace, new Date(at), hours("Europe/Copenhagen")));
    expect(due("2026-11-26T06:59:00Z")).toBe("2026-11-26T07:00");
    expect(due("2026-11-26T07:00:00Z")).toBe("2026-11-27T07:00");
    // Summer time ends on 25 October and begins on 28 March.
    expect(due("2026-10-24T20:00:00Z")).toBe("2026-10-25T07:00");
    expect(due("2027-03-27T20:00:00Z")).toBe("2027-03-28T06:00");
    expect(due("2026-11-26T12:00:00Z", "weekly")).toBe("2026-11-30T07:00");
    expect(due("2026-11-30T06:59:00Z", "weekly")).toBe("2026-11-30T07:00");
    expect(due("2026-11-30T07:00:00Z", "weekly")).toBe("2026-12-07T07:00");
  });

  it("comes within a day or a week, at the same local time everywhere", () => {
    const zones = ["UTC", "Europe/Copenhagen", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
    const at = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(at, fc.constantFrom(...zones), fc.boolean(), (time, zone, isWeekly) => {
        const due = summaryDue(isWeekly ? "weekly" : "daily", time, hours(zone));
        expect(due > time).toBe(true);
        const days = (due.getTime() - time.getTime()) / 86_400_000;
        expect(days).toBeLessThanOrEqual((isWeekly ? 7 : 1) + 1 / 24);
        expect(local(due, zone)).toMatch(isWeekly ? /^Mon,? 08:00$/ : / 08:00$/);
      }),
    );
  });
});

describe("quiet hours", () => {
  it("end at their set time, over midnight or within a day", () => {
    const night = hours("Europe/Copenhagen", 22 * 60, 7 * 60);
    expect(iso(quietUntil(new Date("2026-11-26T21:00:00Z"), night))).toBe("2026-11-27T06:00");
    expect(iso(quietUntil(new Date("2026-11-27T05:59:00Z"), night))).toBe("2026-11-27T06:00");
    expect(quietUntil(new Date("2026-11-27T06:00:00Z"), night)).toBeNull();
    expect(quietUntil(new Date("2026-11-26T20:59:00Z"), night)).toBeNull();
    const noon = hours("UTC", 12 * 60, 13 * 60);
    expect(iso(quietUntil(new Date("2026-11-26T12:30:30Z"), noon))).toBe("2026-11-26T13:00");
    expect(quietUntil(new Date("2026-11-26T13:00:00Z"), noon)).toBeNull();
  });

  it("delay immediate notices, and summaries that fall into them", () => {
    const night = hours("UTC", 22 * 60, 9 * 60);
    const [at, now] = [new Date("2026-11-26T23:00:00Z"), new Date("2026-11-26T23:00:00Z")];
    expect(iso(dueAt("now", at, now, night))).toBe("2026-11-27T09:00");
    expect(iso(dueAt("daily", at, now, night))).toBe("2026-11-27T09:00");
    const later = new Date("2026-11-27T09:00:00Z");
    expect(dueAt("daily", at, later, night)).toBe(later);
    expect(iso(dueAt("daily", at, now, hours("UTC", 22 * 60, 7 * 60)))).toBe("2026-11-27T08:00");
    expect(dueAt("now", at, now, hours("UTC"))).toBe(now);
  });
});
