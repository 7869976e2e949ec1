import { expect, it } from "vitest";
import { csvRow } from "./csv.ts";

it("quotes cells with separators, quotes or line breaks, and no others", () => {
  expect(csvRow(["Vega", 'says "hi"', "a,b", "two\nlines", "æøå", "", null, 7])).toBe(
    'Vega,"says ""hi""","a,b","two\nlines",æøå,,,7\r\n',
  );
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x","y")'])(
  "takes %j for a text and not for a formula",
  (text) => {
    const line = csvRow([text]);
    expect(line.replace(/^"/, "")).toMatch(/^'/);
    expect(line.replaceAll('"', "")).toContain(text.replaceAll('"', ""));
  },
);

it("writes negative numbers without an apostrophe", () => {
  expect(csvRow([-5, "5-3"])).toBe("-5,5-3\r\n");
});
