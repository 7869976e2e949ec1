import { expect, it } from "vitest";
import { numberText } from "./number-text.ts";

it("writes a number of either kind as a language does, and leaves another text as it is", () => {
  const both = (value: number | string) => [numberText(value, "en"), numberText(value, "da")];
  expect(both(1234.5)).toEqual(["1,234.5", "1.234,5"]);
  expect(both("1234.5")).toEqual(["1,234.5", "1.234,5"]);
  expect(both("12 k")).toEqual(["12 k", "12 k"]);
});
