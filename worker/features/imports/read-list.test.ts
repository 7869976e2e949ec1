import { array, assert, json, oneof, property, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRow } from "../../lib/csv.ts";
import { AppError } from "../../lib/errors.ts";
import { readList } from "./read-list.ts";
import { readCsv } from "./tables.ts";
import { sample } from "./testing/samples.ts";

const refusal = (content: string) => {
  try {
    readList(content);
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.text("en")];
    throw error;
  }
  throw new Error("it was read");
};

describe("formats are recognized by their content", () => {
  const names = (file: string) => readList(sample(file)).ships.map(({ name }) => name);

  it.each([
    ["hangarxplor.json", "hangarxplor_json", 8, 0, []],
    ["hangarxplor-older.json", "hangarxplor_json", 3, 1, []],
    ["hangarxplor.csv", "hangarxplor_csv", 6, 0, [{ row: 6, reason: "name" }]],
    ["extension.json", "extension_json", 5, 0, []],
    ["extension.csv", "extension_csv", 5, 3, []],
    ["fleetyards.json", "fleetyards", 8, 0, []],
    ["starjump.json", "starjump", 5, 1, []],
    ["ccu-game.json", "ccu_game", 6, 0, []],
  ])("%s", (file, format, count, skipped, unread) => {
    const list = readList(sample(file));
    expect([list.format, list.ships.length, list.skipped, list.unread]).toEqual([
      format,
      count,
      skipped,
      unread,
    ]);
  });

  it("reads names of ships, not those of base variants", () => {
    expect(names("hangarxplor.json")).toContain("ATLS GEO");
    expect(names("hangarxplor.csv")).toEqual([
      "Cutlass Black",
      "Carrack",
      "Hull C",
      "Freelancer MAX",
      "ATLS GEO",
      "M50 Interceptor",
    ]);
    expect(names("extension.csv")).toEqual([
      "Cutlass Black",
      "Starlancer MAX",
      "Fury",
      "Carrack",
      "Anvil Carrack",
    ]);
    expect(names("starjump.json")).toEqual([
      "Cutlass Red",
      "carrack",
      "Cutlass",
      "M50 Interceptor",
      "MISC Hull C",
    ]);
  });

  it("reads pledges, and ignores words that mean no pledge", () => {
    const [, carrack, , freelancer] = readList(sample("hangarxplor.csv")).ships;
    expect(carrack?.pledge).toEqual({
      id: "35718842",
      name: 'Package - "Carrack", with Pisces',
      cost: "$1,100.00 USD",
      insurance: "LTI",
      date: "2020-12-19",
      warbond: true,
    });
    expect(freelancer?.pledge).toEqual({ date: "2019-07-01" });
    expect(readList(sample("hangarxplor-older.json")).ships[1]?.pledge).toEqual({
      id: "1180343",
      name: "Standalone Ship - M50",
      cost: "$100.00",
      insurance: "LTI",
    });
    const insurances = readList(sample("extension.json")).ships.map(({ pledge }) => pledge?.insurance);
    expect(insurances).toEqual(["LTI", "120MI", undefined, "6MI", "6MI"]);
  });

  it("distinguishes ships of a wish list from owned ones, and reads nicknames", () => {
    const ships = readList(sample("fleetyards.json")).ships;
    expect(ships.filter(({ isWanted }) => isWanted).map(({ name, row }) => [name, row])).toEqual([
      ["Starlancer MAX", 7],
    ]);
    expect(ships.flatMap(({ called }) => called ?? [])).toEqual([
      "Vædderen",
      "Sort Svane",
      "Røde Orm",
      "Havfrue",
    ]);
    const wished = readList('[{"name":"Carrack","customName":"x","purchased":false}]');
    expect(wished.ships[0]?.isWanted).toBe(true);
  });

  it("reads files of a spreadsheet: byte order mark, semicolons, other line ends", () => {
    const list = readList("\ufeffManufacturer;Ship;Lti;Warbond\nDrake;'=Cutlass;true;false\n;;;\n");
    expect(list.ships.map(({ name }) => name)).toEqual(["=Cutlass"]);
  });
});

describe("faults of a file are reported", () => {
  it.each([
    ["", "import_unknown"],
    ["[]", "import_no_ships"],
    ["Sif;Carrack\nDag;Hull C", "import_unknown"],
    ["a,b,c\n1,2,3", "import_unknown"],
    ["[1, 2]", "import_unknown"],
    ['[{"anything": 1}]', "import_unknown"],
    ['{"ships": []}', "import_no_ships"],
    ['{"anything": []}', "import_unknown"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "import_unknown"],
    ["<!doctype html><p>My fleet</p>", "import_web_page"],
    ['{"type": "starjumpFleetviewer", "canvasItems": []}', "import_no_ships"],
    ["Manufacturer, Ship, Lti\n", "import_no_ships"],
    [JSON.stringify(Array.from({ length: 20_001 }, () => ({ shipname: "", name: "x" }))), "import_too_long"],
  ])("%.40s", (content, code) => {
    expect(refusal(content)[0]).toBe(code);
  });

  it("with the line of the fault", () => {
    const whole = sample("hangarxplor.json");
    expect(refusal(whole.slice(0, whole.indexOf("DRAK_Cutlass")))[1]).toContain("near line 17.");
    expect(refusal(whole.replace('"lti": true,', '"lti": tru,'))[1]).toContain("near line 7.");
  });

  it("by row, while the other rows are read", () => {
    const rows = [
      { name: "Carrack", shipname: "" },
      null,
      { name: { toString: "x" }, shipname: "" },
      { shipname: "nameless" },
      { name: "???", shipname: "" },
      { name: "Hull C", shipname: "" },
    ];
    const { ships, unread, unreadCount } = readList(JSON.stringify(rows));
    expect(ships.map(({ row, name }) => [row, name])).toEqual([
      [1, "Carrack"],
      [6, "Hull C"],
    ]);
    expect(unread).toEqual([
      { row: 2, reason: "shape" },
      { row: 3, reason: "shape" },
      { row: 4, reason: "name" },
      { row: 5, reason: "name" },
    ]);
    expect(unreadCount).toBe(4);
  });
});

describe("hostile files are data", () => {
  it("names are bounded texts without control characters", () => {
    const names = [
      '=HYPERLINK("https://evil.example","x")',
      "<script>alert(1)</script>",
      "a\u0000b\u202Ec\u001bd",
      "x".repeat(5_000_000),
    ];
    const { ships } = readList(JSON.stringify(names.map((name) => ({ name, shipname: name }))));
    expect(ships.map(({ name }) => name)).toEqual([names[0], names[1], "a bc d", "x".repeat(100)]);
    expect(ships.every(({ called }) => (called?.length ?? 0) <= 60)).toBe(true);
  });

  it("no name of a property reaches a prototype", () => {
    const text = '[{"__proto__": {"name": "Carrack", "isAdmin": true}, "shipname": "", "constructor": 1}]';
    expect(readList(text).unread).toEqual([{ row: 1, reason: "name" }]);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  it("any file is read, or refused with a known error", () => {
    const csv = array(array(string(), { maxLength: 8 })).map(
      (rows) => `Manufacturer,Ship,Lti\n${rows.map((cells) => cells.join(",")).join("\n")}`,
    );
    const list = json().map((each) => `[{"ship_code":1,"name":${each}},${each}]`);
    assert(
      property(oneof(string(), json(), csv, list), (content) => {
        try {
          const { ships, unreadCount, skipped } = readList(content);
          expect(ships.length + unreadCount + skipped).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

// Quadratic time on a megabyte would exceed the limit of a test.
it.each([
  ["quotation marks", `ship,count\nx${'"'.repeat(1_000_000)}`],
  ["tabs", `x\t${"\t".repeat(1_000_000)}\nCarrack`],
  ["blanks", `ship,insurance\nCarrack,"1${" ".repeat(1_000_000)}x"`],
  ["columns", `${"a,".repeat(400_000)}ship\n${"b\n".repeat(19_000)}`],
  ["rows", `ship,a,b,c\n${"x,1\n".repeat(250_000)}`],
])("reads or refuses a list of %s alone", (_, content) => {
  try {
    expect(readList(content).ships.length).toBeLessThan(20_000);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
  }
});

it("reads a CSV file with the values that were written", () => {
  // Not preserved: a cell's own spaces at its ends, an empty line, and the apostrophe that is added.
  const cell = stringMatching(/^[\w",;\n]([\w ",;\n]*[\w",;\n])?$/).filter((text) => text === text.trim());
  assert(
    property(array(array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
      const heading = ["a", "b"];
      expect(readCsv([heading, ...rows].map(csvRow).join(""))).toEqual([heading, ...rows]);
    }),
  );
});
