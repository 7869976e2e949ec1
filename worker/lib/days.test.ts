import { describe, expect, it } from "vitest";
import { typedDay } from "./days.ts";

describe("a typed day", () => {
  const on = (text: string) => typedDay(text, "2026-11-26");

  it("is an ISO day, a day with its month and year, or the next one of a month", () => {
    expect(["2026-12-03", " 2026-1-3 ", "3.12.2027", "3. 12.", "03.12", "26.11", "25.11"].map(on)).toEqual([
      ...["2026-12-03", "2026-01-03", "2027-12-03", "2026-12-03", "2026-12-03", "2026-11-26", "2027-11-25"],
    ]);
  });

  it("is rejected in another form, where it could be another day, and where the calendar has no such day", () => {
    const wrong = ["", "tomorrow", "3/12", "12", "2026-12", "31.2", "2026-02-30", "3.13", "0.1", "3.12.26"];
    expect(wrong.map(on)).toEqual(wrong.map(() => null));
  });
});
