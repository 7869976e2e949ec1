import { array, assert, asyncProperty, pre, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { person } from "../../testing/world.ts";
import { QUANTITY_MAX } from "../hangar/index.ts";
import { createMatcher } from "./match.ts";
import { clean } from "./pledges.ts";
import { readList } from "./read-list.ts";
import { aliasOf } from "./review.ts";
import { EDITIONS, writtenLine, writtenName, writtenRow, writtenTable } from "./testing/as-written.ts";
import { bring, catalogue, hangar, preview } from "./testing/imports.factory.ts";

describe("tables in formats that people and their programs write", () => {
  const read = (content: string) =>
    readList(content).ships.map(({ name, count, pledge }) => [name, count, pledge?.date ?? null]);
  it.each([
    // The separator is the one that divides heading and rows alike, whatever a heading contains.
    "Skib;Antal;Pris, USD\nCarrack;2;600",
    '"Skib";"Pris (USD, ekskl. moms)";"Antal"\n"Carrack";"1.200,00";"2"',
    "Skib,Antal\nCarrack,2",
    "Skib\tStk.\nCarrack\t2 stk.",
    // A first line of Excel, and a title above the heading.
    "sep=;\r\nSkib;Antal\r\nCarrack;2",
    "Min flåde 2026;;\n;;\nSkib;Antal;\nCarrack;2;",
    "Skibe;;\nNavn:;Antal skibe;\nCarrack;2 stykker;",
    "\tSkib\tAntal\n1\tCarrack\t2",
    "Min flåde, 2026\nSkib,Antal,Noter\nCarrack,2",
    "ship_model,How many*\nCarrack,\u200b2\u200b",
    // Line ends of old programs, tables of forums and Markdown.
    "Skib;Antal\rCarrack;2\r",
    "Ship|Count\nCarrack|2",
    "| Ship | Count |\n|:-----|------:|\n| Carrack | 2 |",
    // Lists in objects, ships that are objects, and a value in each line.
    '{"ships":[{"name":"Carrack","quantity":2}]}',
    '{"data":{"items":[{"name":"Carrack","owned":2}]},"meta":{"page":1}}',
    '{"items":[{"id":"x","name":"Serenity","model":{"name":"Carrack","slug":"carrack"},"count":"x2"}],"meta":{}}',
    '{"ship":"Carrack","qty":2}\n{"ship":"Hull C","qty":0}',
    // Lists of names.
    "2x Carrack",
    "2 stk. Carrack",
    "- 2 Carrack",
    "x2 Carrack",
    "Carrack: 2",
    "1. Carrack (x2)",
    "Carrack 2 stk.",
  ])("%j", (content) => {
    expect(read(content)).toEqual([["Carrack", 2, null]]);
  });

  it.each([
    ["19/12/2020", "2020-12-19"],
    ["19.12.2020", "2020-12-19"],
    ["19-12-2020", "2020-12-19"],
    ["1. 2. 2020", "2020-02-01"],
    ["19. maj 2020", "2020-05-19"],
    ["3. oktober 2020", "2020-10-03"],
    ["December 19, 2020", "2020-12-19"],
    ["12/19/2020", "2020-12-19"],
    ["2020-12-19", "2020-12-19"],
    ["2020/12/9", "2020-12-09"],
    ["19/12-2020", "2020-12-19"],
    ["d. 19/12 2020 kl. 14.30", "2020-12-19"],
    ["lørdag den 19. december 2020", "2020-12-19"],
    ["Sat, 19 Dec 2020", "2020-12-19"],
    ["Saturday, December 19, 2020", "2020-12-19"],
    ["19th of December, 2020", "2020-12-19"],
    ["19-dec.-2020", "2020-12-19"],
    // A year of two digits has no certain place in a day.
    ["19.12.20", null],
    ["maj 2020", null],
  ])("the day %s is %s", (written, day) => {
    expect(read(`Skib;Dato\nCarrack;${written}`)).toEqual([["Carrack", 1, day]]);
  });

  it("one day that can only be month first sets the order for all days of a file", () => {
    expect(read("Ship;Date\nCarrack;03/04/2020\nHull C;12/19/2020")).toEqual([
      ["Carrack", 1, "2020-03-04"],
      ["Hull C", 1, "2020-12-19"],
    ]);
  });

  it("unreadable numbers and days are reported with their rows, and are not read as something else", () => {
    const list = readList(
      "Skib;Antal;Dato\nCarrack;mange;\nHull C;2;31.2.2020\nATLS;1.000;\nCorsair;;snart\nFury;2,0;",
    );
    expect(list.ships.map(({ name, count, pledge }) => [name, count, pledge])).toEqual([
      ["Hull C", 2, null],
      ["Corsair", 1, null],
      ["Fury", 2, null],
    ]);
    expect(list.unread).toEqual([
      { row: 1, reason: "count" },
      { row: 2, reason: "date" },
      { row: 3, reason: "count" },
      { row: 4, reason: "date" },
    ]);
  });

  it.each([
    ["10 år", "120MI"],
    ["120 mdr.", "120MI"],
    ["120", "120MI"],
    ["Livstid", "LTI"],
    ["ja", "insured"],
  ])("the insurance %s is %s", (written, insurance) => {
    const [ship] = readList(`Skib;Forsikring\nCarrack;${written}`).ships;
    expect(ship?.pledge).toEqual({ insurance });
  });

  it("reports columns without known values, and reads whether ships are owned or wished for", () => {
    const list = readList("Ejer;Skib;Købt;Ejet;Noter\nSif;Carrack;1.2.2020;nej;\nDag;Hull C;;2;\n");
    expect(list.columns).toEqual(["Ejer"]);
    expect(list.ships.map(({ isWanted, count }) => [isWanted, count])).toEqual([
      [true, 1],
      [false, 2],
    ]);
    const wished = readList("Ship,Wishlist\nCarrack,x\nHull C,").ships;
    expect(wished.map(({ isWanted }) => isWanted)).toEqual([true, false]);
  });

  it.each([
    "Number,Ship\n1,Carrack\n2,Hull C",
    "Ship,Amount\nCarrack,600\nHull C,500",
    "Ship,Amount\nCarrack,$600.00\nHull C,2",
    "Ship;Owned\nCarrack;Ja\nHull C;Nej",
    '[{"ship":"Carrack","owned":"yes","date":1587340800},{"ship":"Hull C","owned":true,"date":"unknown"}]',
  ])("keeps rows whose prices, answers and days belong to no pledge: %j", (content) => {
    const { ships, unread } = readList(content);
    expect([ships.map(({ count }) => count), unread]).toEqual([[1, 1], []]);
  });

  it("days that contradict each other are each read by the order that fits them", () => {
    const days = readList("Ship;Date\nCarrack;12/19/2020\nHull C;19/12/2020").ships;
    expect(days.map(({ pledge }) => pledge?.date)).toEqual(["2020-12-19", "2020-12-19"]);
  });

  it("entries that a list of pledges does not call ships are left out and counted", () => {
    const pledge = (name: string, id: number) => ({
      name,
      id: String(id),
      cost: "$10.00 USD",
      date: "August 27, 2025",
    });
    const list = readList(
      JSON.stringify(
        [
          ...[
            "Paints - Carrack - Polar Paint",
            "Gear - Hull C Model Plushie",
            "Upgrade - Cutlass Black to Corsair",
          ],
          ...["Standalone Ships - Carrack", "Package - Mustang Alpha Starter Pack"],
          ...[
            "Ship Upgrades - Carrack Kit",
            "Subscriber Flair – Carrack Model",
            "FPS Equipment - Arrow Helmet",
          ],
        ].map(pledge),
      ),
    );
    expect([list.skipped, list.ships.map(({ name }) => name)]).toEqual([
      6,
      ["Carrack", "Mustang Alpha Starter Pack"],
    ]);
    expect(list.ships[0]?.pledge).toEqual({
      ...{ id: "3", name: "Standalone Ships - Carrack", cost: "$10.00 USD", date: "2025-08-27" },
    });
  });

  it("a row whose ship is an object has its owner's name beside it, and a loaner is not imported", () => {
    const row = { id: "x", name: "Serenity", model: { name: "Carrack", slug: "carrack" }, purchased: true };
    const list = readList(JSON.stringify([row, { ...row, loaner: true }]));
    expect(list.skipped).toBe(1);
    expect(list.ships).toMatchObject([
      { name: "Carrack", slugs: ["carrack"], called: "Serenity", isNickname: true, isWanted: false },
    ]);
  });
});

const inOrder = (values: object[]) => values.map((value) => JSON.stringify(value)).toSorted();

describe("nothing that people write is lost or misread", () => {
  const matcher = createMatcher(EDITIONS);

  it("a name that can only mean one ship is matched, and with a word of no ship it becomes a question", () => {
    assert(
      property(writtenName(EDITIONS.filter(({ isListed }) => isListed)), ({ text, ship, isSure }) => {
        const match = matcher.find(clean(text, 100) ?? "", []);
        if (isSure) expect([text, match.shipId]).toEqual([text, ship.id]);
        else {
          const asked = match.shipId === null ? match.candidates : [];
          const offered = asked.length > 0 ? asked : matcher.near(text);
          expect([text, match.shipId, offered.includes(ship.id)]).toEqual([text, null, true]);
        }
      }),
      runs(300, 50_000),
    );
  });

  it("a line of a list of names is read as a ship and its number", () => {
    assert(
      property(writtenLine, ({ text, ship, count }) => {
        const [listed] = readList(`${text}\nCarrack`).ships;
        const match = matcher.find(listed?.name ?? "", []);
        expect([text, listed?.count, match.shipId]).toEqual([text, count, ship.id]);
      }),
      runs(200, 50_000),
    );
  });

  it("each row of a table is read as a ship with all its columns, or reported as unread", () => {
    const tables = writtenTable(array(writtenRow, { minLength: 1, maxLength: 8 }));
    assert(
      property(tables, ({ text, rows, has, note }) => {
        // A list without ships is refused.
        pre(!has.count || rows.some(({ count }) => count.count !== 0));
        const list = readList(text);
        const ships = rows.flatMap(({ name, count: { count }, day, nickname, insurance }, at) => {
          const number = has.count ? count : 1;
          if (!number) return [];
          const pledge = {
            ...(has.insurance && insurance[1] && { insurance: insurance[1] }),
            ...(has.day && day.day && { date: day.day }),
          };
          return {
            ...{ row: at + 1, name: clean(name.text, 100), count: number, isWanted: false },
            called: has.nickname && nickname ? nickname : null,
            pledge: Object.keys(pledge).length > 0 ? pledge : null,
          };
        });
        expect(list.ships).toMatchObject(ships);
        expect(list.ships.length).toBe(ships.length);
        const unread = rows.flatMap(({ count: { count }, day }, at) => {
          if (has.count && count === null) return { row: at + 1, reason: "count" };
          const isUnread = has.day && day.text !== "" && day.day === null && !(has.count && count === 0);
          return isUnread ? { row: at + 1, reason: "date" } : [];
        });
        expect(list.unread).toEqual(unread);
        expect(list.skipped).toBe(has.count ? rows.filter(({ count }) => count.count === 0).length : 0);
        expect(list.columns).toEqual(rows.some((row) => row.note) && note ? [clean(note, 100)] : []);
      }),
      runs(200, 20_000),
    );
  });

  it("after preview and import each row is in the hangar, left out by the user, or reported as unread", async () => {
    await catalogue();
    const file = writtenTable(array(writtenRow, { minLength: 300, maxLength: 300 }), true);
    await assert(
      asyncProperty(file, async ({ text, rows }) => {
        const member = await person("member");
        const review = await preview(member, text);
        const shipOf = new Map(
          rows.map(({ name }) => [aliasOf(name.text), name.isSure ? name.ship.id : null]),
        );
        const answers = Object.fromEntries(
          review.open.map(({ key, name }) => [key, shipOf.get(aliasOf(name)) ?? null]),
        );
        const { plan } = await bring(member, text, { answers });
        const counted = rows.map((row) => ({ ...row, number: row.count.count }));
        const left = counted.filter(({ number }) => number === null);
        const others = counted.filter(({ number }) => number === 0);
        const undated = counted.filter(({ number, day }) => number && day.text !== "" && day.day === null);
        expect([review.rows, review.skipped, review.unreadCount]).toEqual([
          ...[rows.length - left.length - others.length, others.length, left.length + undated.length],
        ]);
        const sure = counted.filter(({ name, number }) => name.isSure && number);
        const expected = [...Map.groupBy(sure, ({ name }) => name.ship.id)]
          .map(
            ([shipId, ships]) => [shipId, ships.reduce((sum, { number }) => sum + (number ?? 0), 0)] as const,
          )
          .toSorted(([a], [b]) => a - b);
        const stored = await hangar(member);
        expect(stored.map(({ ship_id, quantity }) => [ship_id, quantity])).toEqual(
          expected.map(([shipId, sum]) => [shipId, Math.min(sum, QUANTITY_MAX)]),
        );
        const beyond = expected.reduce((sum, [, number]) => sum + Math.max(0, number - QUANTITY_MAX), 0);
        expect(plan.shipsBeyond).toBe(beyond);
        for (const { ship_id, nickname, pledges } of stored) {
          const own = sure.filter(({ name }) => name.ship.id === ship_id);
          const names = own.map((row) => row.nickname).filter(Boolean);
          expect([ship_id, names.length > 0 ? names.includes(nickname ?? "") : nickname]).toEqual([
            ...[ship_id, names.length > 0 ? true : null],
          ]);
          const expected = own.flatMap(({ number, day, insurance: [, insurance] }) => {
            const pledge = { ...(insurance && { insurance }), ...(day.day && { date: day.day }) };
            return Array.from({ length: Object.keys(pledge).length > 0 ? (number ?? 0) : 0 }, () => pledge);
          });
          if (expected.length <= QUANTITY_MAX)
            expect(inOrder(JSON.parse(pledges ?? "[]") as object[])).toEqual(inOrder(expected));
        }
      }),
      { ...runs(1, 40), endOnFailure: true },
    );
  });
});
