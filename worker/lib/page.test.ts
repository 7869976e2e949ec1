import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Hono } from "hono";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { AppError } from "./errors.ts";
import { answerPage } from "./http/answer.ts";
import type { App } from "./http/app.ts";
import { decodeCursor, encodeCursor, page } from "./page.ts";

it("a cursor says the place it was made of, in letters an address can carry", () => {
  const text = fc.string({ unit: "binary" }).filter((each) => each.isWellFormed());
  fc.assert(
    fc.property(fc.oneof(text, fc.integer()), (position) => {
      const cursor = encodeCursor(position);
      expect(cursor).toMatch(/^[\w-]+$/);
      const type = typeof position === "number" ? "number" : "string";
      expect(decodeCursor(cursor, type, "en")).toBe(position);
      expect(() => decodeCursor(cursor, type === "number" ? "string" : "number", "en")).toThrow(AppError);
    }),
  );
});

it("anything else is refused, naming the field", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      try {
        decodeCursor(text, "string", "da");
      } catch (error) {
        expect((error as AppError).extra.errors).toEqual({ cursor: ["Ugyldig værdi"] });
        return;
      }
      expect(encodeCursor(decodeCursor(text, "string", "da"))).toBe(text);
    }),
  );
  for (const wrong of [btoa("[]"), btoa("[null]"), btoa('["a",1]'), btoa("{}"), btoa("[[1]]"), ""]) {
    expect(() => decodeCursor(wrong, "number", "en")).toThrow(AppError);
  }
});

it("a page holds as many rows as asked for and names the next one only when a row is left", () => {
  const order = { by: sql`id`, of: (row: { id: number }) => row.id };
  const paging = page({ limit: 2 }, order, "en");
  const pageOf = (...ids: number[]) =>
    paging.toPage(
      ids.map((id) => ({ id })),
      ({ id }) => id,
    );
  expect(paging.limit).toBe(3);
  expect(pageOf(4, 5, 6)).toEqual({ items: [4, 5], next: encodeCursor(5) });
  expect(pageOf(4, 5)).toEqual({ items: [4, 5], next: null });
  expect(pageOf()).toEqual({ items: [], next: null });
});

it("the next page keeps the filters of this one, at our own address", async () => {
  const app = new Hono<App>().get("*", (c) => answerPage(c, z.string(), { items: [], next: "new" }));
  const answer = await app.request("https://command.example.org/api/prospects/1?q=a%20b&cursor=old&limit=5");
  expect(answer.headers.get("Link")).toBe('</api/prospects/1?q=a+b&cursor=new&limit=5>; rel="next"');
});
