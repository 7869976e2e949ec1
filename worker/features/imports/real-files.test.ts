import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, value } from "../../testing/world.ts";
import type { ImportReview } from "./imports.schema.ts";
import { NO_CHOICES, planImport } from "./plan.schema.ts";
import {
  bring,
  CATALOGUE,
  catalogue,
  hangar,
  hangarOf,
  idOf,
  names,
  path,
  preview,
} from "./testing/imports.factory.ts";
import { sample } from "./testing/samples.ts";

let member: Caller;
beforeEach(async () => {
  await catalogue();
  member = await person("member", 1, "Freja Ravn");
});

const nameOf = (id: number | null) => CATALOGUE.find((ship) => ship.id === id)?.name ?? null;

/** A review as number, ship and way for each name, or the ships that it asks about. */
const summary = ({ found, open }: ImportReview) => [
  ...found.map(({ name, count, shipId, way }) => [name, count, nameOf(shipId), way]),
  ...open.map(({ name, count, shipId, way, candidates }) => [
    name,
    count,
    shipId === null ? candidates.map(nameOf) : nameOf(shipId),
    way,
  ]),
];

const sixHundred = ["600i Explorer", "600i Touring", "600i Executive Edition"];
const files: [file: string, format: string, names: unknown[], skipped: number][] = [
  [
    "extension-contents.csv",
    "extension_csv",
    [
      ["Hammerhead", 1, "Hammerhead", "exact"],
      ["Cutlass Black", 1, "Cutlass Black", "exact"],
      ["Hammerhead 2949 Best in Show", 1, ["Hammerhead Best In Show Edition", "Hammerhead"], "within"],
      ["Carrack with Pisces Expedition", 1, ["Carrack Expedition", "Carrack"], "within"],
      ["600i Exploration Module", 1, sixHundred, null],
    ],
    6,
  ],
  [
    "extension-older.json",
    "extension_json",
    [
      ["Carrack", 1, "Carrack", "exact"],
      ["Hull C", 1, "Hull C", "exact"],
      ["M50 Interceptor", 1, "M50 Interceptor", "exact"],
    ],
    1,
  ],
  [
    "hangarxplor-many.json",
    "hangarxplor_json",
    [
      ["ATLS", 12, "ATLS", "exact"],
      ["Carrack", 1, "Carrack", "exact"],
    ],
    1,
  ],
  [
    "names.txt",
    "names",
    [
      ["Carrack", 1, "Carrack", "exact"],
      ["Cutlass Black", 2, "Cutlass Black", "exact"],
      ["Hull C", 3, "Hull C", "exact"],
      ["drake cutlass red", 1, "Cutlass Red", "letters"],
      ["Corsair", 2, "Corsair", "exact"],
      ["600i Exploration Module", 1, sixHundred, null],
    ],
    0,
  ],
  [
    "table.csv",
    "table",
    [
      ["Carrack", 1, "Carrack", "exact"],
      ["Hull C", 2, "Hull C", "exact"],
      ["100i", 1, "100i", "exact"],
    ],
    0,
  ],
  [
    "table.txt",
    "table",
    [
      ["Corsair", 1, "Corsair", "exact"],
      ["Carrack", 1, "Carrack", "exact"],
    ],
    0,
  ],
];
describe("the review of a real file", () => {
  it.each(files)(
    "%s is %s, with the ship or the possible ships of each name",
    async (file, format, names, skipped) => {
      const review = await preview(member, sample(file));
      expect([review.format, summary(review), review.skipped, review.unreadCount]).toEqual([
        format,
        names,
        skipped,
        0,
      ]);
    },
  );

  const insurances: [file: string, pledges: object[]][] = [
    [
      "extension-contents.csv",
      [
        { insurance: "LTI", date: "2019-05-22" },
        { insurance: "3MI" },
        { insurance: "120MI", date: "2019-11-28" },
        { insurance: "120MI", date: "2020-12-19", warbond: true },
        { date: "2021-06-03" },
      ],
    ],
    [
      "extension-older.json",
      [{ insurance: "120MI", warbond: true }, { insurance: "insured" }, { insurance: "LTI" }],
    ],
    ["table.csv", [{ insurance: "LTI" }, { insurance: "120MI" }, { insurance: "120MI" }]],
  ];
  it.each(insurances)("%s has the insurance, day and kind of each pledge", async (file, pledges) => {
    const { found, open } = await preview(member, sample(file));
    const given = [...found, ...open].flatMap((each) => each.pledges);
    expect(given.map(({ id: _id, name: _name, cost: _cost, ...pledge }) => pledge)).toEqual(pledges);
  });

  it("keeps a nickname that is another ship's name, and keeps both nicknames and days of one ship", async () => {
    const many = await preview(member, sample("hangarxplor-many.json"));
    expect(many.found.map(({ nickname }) => nickname)).toEqual([null, "Fury"]);
    const tabs = await preview(member, sample("table.txt"));
    expect([tabs.nicknames, tabs.found[0]?.nickname]).toEqual([1, "Fury"]);
    const fleet = JSON.stringify([{ name: "Cutlass Black", shipCode: "x", shipName: "Cutlass" }]);
    expect((await preview(member, fleet)).found[0]?.nickname).toBe("Cutlass");
  });
});

describe("an import of a real file", () => {
  it("keeps every pledge of a type with its day, insurance and warbond, and numbers and prices only if chosen", async () => {
    await bring(member, sample("hangarxplor-many.json"));
    const stored = async () =>
      (await hangar(member)).map(({ pledges }) => JSON.parse(pledges ?? "[]") as object[]);
    const [atls, carrack] = (await stored()).reverse();
    expect([atls?.length, atls?.[0], atls?.[1]]).toEqual([
      12,
      { insurance: "LTI", date: "2024-11-10", warbond: true },
      { date: "2024-11-11" },
    ]);
    expect(carrack).toEqual([{ insurance: "LTI", date: "2020-12-19", warbond: true }]);
    expect(await value("select acquired_date from hangar_ships where ship_id = ?", idOf("ATLS"))).toBe(
      "2024-11-10",
    );
    const { result } = await bring(member, sample("hangarxplor-many.json"), { pledges: true });
    expect(result).toMatchObject({ added: 0, changed: 2 });
    const full = (await stored()).reverse();
    expect(full[0]?.[11]).toEqual({
      id: "90010012",
      name: "Standalone Ship - ATLS 12",
      cost: "$30.00 USD",
      date: "2024-11-21",
    });
    const { plan } = await bring(member, sample("hangarxplor-many.json"));
    expect(plan.input.ships).toEqual([]);
    expect((await stored()).reverse()).toEqual(full);
  });

  it("does not change the day on which a ship was acquired, and completes the stored pledges", async () => {
    await hangarOf(member.userId, [
      {
        ship_id: idOf("Carrack"),
        acquired_date: "2021-01-01",
        pledges: JSON.stringify([{ cost: "$500.00 USD" }]),
      },
    ]);
    await bring(member, sample("extension-older.json"));
    expect(await value("select acquired_date from hangar_ships where ship_id = ?", idOf("Carrack"))).toBe(
      "2021-01-01",
    );
    const [carrack] = await hangar(member);
    expect(JSON.parse(carrack?.pledges ?? "")).toEqual([
      { cost: "$500.00 USD", insurance: "120MI", warbond: true },
    ]);
  });

  it("reports how many pledges of a type exceed the limit of a hangar", async () => {
    const rows = Array.from({ length: 120 }, (_, at) => ({ name: "ATLS", pledge_id: `${at}`, lti: true }));
    const plan = planImport(await preview(member, JSON.stringify(rows)), NO_CHOICES);
    expect([plan.pledgesBeyond, plan.input.ships[0]?.pledges?.length]).toEqual([21, 99]);
  });

  it("stores pledges of a hangar whose JSON is larger than one parameter of D1", async () => {
    const rows = CATALOGUE.filter(({ isListed }) => isListed).flatMap(({ name }) =>
      Array.from({ length: 99 }, (_, at) => ({
        name,
        pledge_id: `${at}`,
        pledge_name: `${name} `.padEnd(80, "x"),
        pledge_cost: "$1,100.00 USD",
      })),
    );
    await bring(member, JSON.stringify(rows), { pledges: true });
    expect(await value("select min(json_array_length(pledges)) from hangar_ships")).toBe(99);
  });

  it("matches a spelling with another ship after a user's answer, for the whole organization", async () => {
    const content = JSON.stringify([{ name: "Corsair Mk I", shipname: "" }]);
    const review = await preview(member, content);
    expect(summary(review)).toEqual([["Corsair Mk I", 1, "Corsair", "within"]]);
    const { result } = await bring(member, content, { answers: { corsairmki: idOf("Carrack") } });
    expect(result).toMatchObject({ added: 1, remembered: 1 });
    const other = await person("member");
    await bring(other, content);
    expect([await names(member), await names(other)]).toEqual([["1 Carrack"], ["1 Carrack"]]);
  });

  it("counts the ships of a row with several, but the row once", async () => {
    const { found } = await preview(member, "2x Carrack\nHull C");
    expect(found.map(({ count, rowCount }) => [count, rowCount])).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  it("stores nothing for a spelling without an answer", async () => {
    const { result } = await bring(member, JSON.stringify([{ name: "Corsair Mk I", shipname: "" }]));
    expect(result).toMatchObject({ added: 1, remembered: 0 });
  });
});

describe("refuses a text of any kind that names no known ship", () => {
  it.each([
    ["a letter", "Dear all,\nsee you tonight"],
    ["a list of members", "Name,Rank\nSif,Captain"],
    ["members in JSON", '[{"name":"Sif"}]'],
    ["a table without a column of ships", "a,b,c\n1,2,3"],
    ["a spreadsheet's own file", "PK\u0003\u0004\u0000\ufffd"],
  ])("%s", async (_what, content) => {
    const problem = await member.fails("POST", path(member, "import/preview"), { content });
    expect([problem.code, Object.keys(problem.errors ?? {})]).toEqual(["import_unknown", ["content"]]);
  });

  it("reads an empty list as a list without ships", async () => {
    expect((await member.fails("POST", path(member, "import/preview"), { content: "[]" })).code).toBe(
      "import_no_ships",
    );
  });
});
