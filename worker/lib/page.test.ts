import { and, gte, inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import fc from "fast-check";
import { Hono } from "hono";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { raw } from "../testing/database.ts";
import { runs } from "../testing/runs.ts";
import { type Db, readBatch } from "./db/client.ts";
import { AppError } from "./errors.ts";
import { pageOf } from "./http/answers.ts";
import type { App } from "./http/app.ts";
import { revisions } from "./live/revisions.table.ts";
import { decodeCursor, encodeCursor, page } from "./page.ts";

it("reads a cursor back as the position that it was made of, and writes it in letters for an address", () => {
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

it("refuses any other text with 400 and the name of the field", () => {
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

it("returns the requested number of rows, and the cursor of the next page only when a row is left", () => {
  const order = { by: sql`id`, positionOf: (row: { id: number }) => row.id };
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

it("names the place where a filtered list stopped looking, unless the page is full", () => {
  const order = { by: sql`id`, positionOf: (row: { id: number }) => row.id };
  const { toPage } = page({ limit: 2 }, order, "en");
  const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));
  expect(toPage([], ({ id }) => id, 9)).toEqual({ items: [], next: encodeCursor(9) });
  expect(toPage(rowsOf(4), ({ id }) => id, 9)).toEqual({ items: [4], next: encodeCursor(9) });
  expect(toPage(rowsOf(4, 5, 6), ({ id }) => id, 9)).toEqual({ items: [4, 5], next: encodeCursor(5) });
});

it("finds each fitting row once in windows of a few rows, whether they are counted or end at a position", async () => {
  const db = drizzle(raw.DB) as Db;
  const { organizationId: id } = revisions;
  await db.run(sql`insert into ${revisions} (organization_id, topics)
    select 100 + value, '{}' from json_each('[1,2,3,4,5,6,7,8,9,10]')`);
  const positionOf = (row: { organizationId: number }) => row.organizationId;
  const read = async (cursor: string, isRange: boolean) => {
    const paging = page({ limit: 2, cursor }, { by: id, direction: "desc", positionOf }, "en");
    const last = sql`max(${paging.start} - 3, 101)`;
    const where = and(gte(id, isRange ? last : 101), paging.after) as SQL;
    const window = paging.window(db, revisions, where, 3, isRange ? sql`nullif(${last}, 101)` : undefined);
    const condition = inArray(id, [101, 102, 107, 108, 109, 110]);
    const isOnPage = paging.isOnPage(id, window.rows, condition);
    const [rows, [end]] = await readBatch(db, [
      db.select().from(revisions).where(isOnPage).orderBy(paging.order),
      window.end,
    ]);
    return paging.toPage(rows, positionOf, end?.lookedTo);
  };
  for (const isRange of [false, true]) {
    const pages: number[][] = [];
    for (let cursor: string | null = encodeCursor(111); cursor !== null; ) {
      const { items, next } = await read(cursor, isRange);
      pages.push(items);
      cursor = next;
    }
    expect(pages).toEqual([[110, 109], [108, 107], [], [102, 101]]);
  }
});

it("keeps the query of the page in the address of the next one, without the host", async () => {
  const app = new Hono<App>().get("*", (c) => pageOf(z.string()).respond(c, { items: [], next: "new" }));
  const answer = await app.request("https://command.example.org/api/prospects/1?q=a%20b&cursor=old&limit=5");
  expect(answer.headers.get("Link")).toBe('</api/prospects/1?q=a+b&cursor=new&limit=5>; rel="next"');
});

it("reads every row once and in order, page by page, whatever the limit, the direction and the bound", async () => {
  const db = drizzle(raw.DB);
  const texts = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom("a", "b", "æ", "~", " ", "'"), maxLength: 6 }),
    {
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.record({
          type: fc.constant("number" as const),
          values: fc.uniqueArray(fc.integer(), { maxLength: 12 }),
        }),
        fc.record({ type: fc.constant("string" as const), values: texts }),
      ),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.boolean(),
      async ({ type, values }, limit, direction, isBound) => {
        const from = isBound ? values[0] : undefined;
        const rowsOf = sql`(select value as place from json_each(${JSON.stringify(values)}))`;
        const read: (number | string)[] = [];
        let cursor: string | undefined;
        do {
          const order = {
            by: sql`place`,
            type,
            direction,
            from,
            positionOf: (row: { place: number | string }) => row.place,
          };
          const paging = page({ limit, cursor }, order, "en");
          const rows = await db.all<{ place: number | string }>(
            sql`select place from ${rowsOf} where ${paging.after ?? sql`true`} order by ${paging.order} limit ${paging.limit}`,
          );
          const { items, next } = paging.toPage(rows, ({ place }) => place);
          expect(items.length).toBe(next === null ? items.length : limit);
          read.push(...items);
          cursor = next ?? undefined;
          expect(read.length).toBeLessThanOrEqual(values.length);
        } while (cursor !== undefined);
        const ascending = (values as (number | string)[]).toSorted((a, b) => (a < b ? -1 : 1));
        const expected = direction === "asc" ? ascending : ascending.toReversed();
        expect(read).toEqual(
          expected.filter((each) => from === undefined || (direction === "asc" ? each > from : each < from)),
        );
      },
    ),
    runs(6, 30),
  );
});

it("begins at its bound where a cursor lies before it, in either direction", () => {
  for (const [direction, before, beyond] of [
    ["asc", 3, 8],
    ["desc", 8, 3],
  ] as const) {
    const startAt = (position: number) => {
      const order = { by: sql`place`, direction, from: 5, positionOf: () => 0 };
      return page({ limit: 1, cursor: encodeCursor(position) }, order, "en").start;
    };
    expect([direction, startAt(before), startAt(beyond)]).toEqual([direction, 5, beyond]);
  }
});
