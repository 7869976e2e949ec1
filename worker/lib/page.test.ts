import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { AppError } from "./errors.ts";
import { decodeCursor, encodeCursor, nextLink } from "./page.ts";

const position = z.tuple([z.string(), z.number()]);

it("a cursor says the place it was made of, in letters an address can carry", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
      fc.integer(),
      (text, id) => {
        const cursor = encodeCursor([text, id]);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, position, "en")).toEqual([text, id]);
      },
    ),
  );
});

it("anything else is refused, naming the field", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      try {
        decodeCursor(text, position, "da");
      } catch (error) {
        expect((error as AppError).extra.errors).toEqual({ cursor: ["Ugyldig værdi"] });
        return;
      }
      expect(encodeCursor(decodeCursor(text, position, "da"))).toBe(text);
    }),
  );
  for (const wrong of [
    encodeCursor([1, 2]),
    encodeCursor(["a"]),
    encodeCursor(["a", 1, 2]),
    btoa("{}"),
    "",
  ]) {
    expect(() => decodeCursor(wrong, position, "en")).toThrow(AppError);
  }
});

it("the next page keeps the filters of this one, at our own address", () => {
  expect(nextLink("https://command.example.org/api/prospects/1?q=a%20b&cursor=old&limit=5", "new")).toBe(
    '</api/prospects/1?q=a+b&cursor=new&limit=5>; rel="next"',
  );
});
