import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CatalogueShip, cleanText, readCatalogue, readCrew } from "./catalogue.ts";
import { compare } from "./sync.ts";

/** An entry of UEX's list. */
const row = (values: Record<string, unknown> = {}) => ({
  id: 7,
  name: "Testbird",
  name_full: "Acme Testbird",
  slug: "testbird",
  company_name: "Acme",
  scu: 8,
  crew: "1,3",
  pad_type: "S",
  is_spaceship: 1,
  ...values,
});
const shipOf = (values: Record<string, unknown>): CatalogueShip | undefined =>
  readCatalogue([row(values)]).ships[0];

describe("an entry of the list", () => {
  it("is read with its numbers as numbers or as texts", () => {
    const ship = {
      id: 7,
      name: "Testbird",
      nameFull: "Acme Testbird",
      slug: "testbird",
      companyName: "Acme",
      urlPhoto: "https://assets.uexcorp.space/img/7.jpg",
      scu: 91.5,
      crewMin: 1,
      crewMax: 3,
      size: "small",
      roles: ["cargo", "racing"],
      containerSizes: null,
    };
    const photo = "https://assets.uexcorp.space/img/7.jpg";
    const numbers = { scu: 91.5, is_cargo: 1, is_racing: 1, is_mining: 0, url_photo: photo };
    const texts = { id: "7", scu: "91.5", is_cargo: "1", is_racing: true, is_mining: "0", url_photo: photo };
    expect(shipOf(numbers)).toEqual(ship);
    expect(shipOf(texts)).toEqual(ship);
  });

  it("needs only a number and a name", () => {
    expect(readCatalogue([{ id: 9, name: "Bare", is_new: { odd: [1] } }]).ships).toEqual([
      {
        id: 9,
        name: "Bare",
        nameFull: "Bare",
        slug: "bare",
        companyName: "",
        urlPhoto: null,
        scu: 0,
        crewMin: null,
        crewMax: null,
        size: null,
        roles: [],
        containerSizes: null,
      },
    ]);
    const nothing = { name_full: null, slug: "", company_name: null, scu: null, crew: "", pad_type: null };
    expect(shipOf({ ...nothing, is_cargo: null })).toMatchObject({ name: "Testbird", scu: 0, roles: [] });
    expect(shipOf({ name: 890 })?.name).toBe("890");
    expect(shipOf({ name: "", name_full: "Acme Other" })?.name).toBe("Acme Other");
  });

  it("without a name is not used, and its ship counts as listed", () => {
    const kept = { ships: [{ id: 8 }], unreadable: new Set([7]), nameless: 0, entries: 2 };
    for (const values of [
      { name: "", name_full: " \u200b" },
      { name: ["x"], name_full: null },
    ]) {
      expect([values, readCatalogue([row(values), row({ id: 8 })])]).toMatchObject([values, kept]);
    }
  });

  const whole = { name: "Testbird", scu: 8, crewMin: 1, crewMax: 3, size: "small" };
  const malformed: [values: Record<string, unknown>, empty: object, partial: number][] = [
    [{ crew: "lots" }, { crewMin: null, crewMax: null }, 1],
    [{ crew: "1,2,3" }, { crewMin: null, crewMax: null }, 1],
    [{ crew: {} }, { crewMin: null, crewMax: null }, 1],
    [{ crew: [[1, 3]] }, { crewMin: null, crewMax: null }, 1],
    [{ crew: [1, 2, 3] }, { crewMin: null, crewMax: null }, 1],
    [{ crew: "9".repeat(1e5) }, { crewMin: null, crewMax: null }, 1],
    [{ scu: "many" }, { scu: 0 }, 1],
    [{ scu: -1 }, { scu: 0 }, 1],
    [{ scu: "1e400" }, { scu: 0 }, 1],
    [{ scu: [] }, { scu: 0 }, 1],
    [{ pad_type: "huge" }, { size: null }, 1],
    [{ pad_type: {} }, { size: null }, 1],
    [{ is_cargo: 2, is_military: "maybe", is_addon: {} }, { roles: [] }, 0],
    [{ slug: {}, company_name: [], name_full: true }, { slug: "testbird", companyName: "" }, 0],
    [{ crew: null, scu: "", pad_type: null }, { crewMin: null, crewMax: null, scu: 0, size: null }, 0],
  ];
  it.each(malformed)("with %j keeps its valid fields, the rest is empty", (values, empty, partial) => {
    const { ships, unreadable, unread } = readCatalogue([row(values)]);
    expect(ships).toEqual([expect.objectContaining({ ...whole, ...empty })]);
    expect([unreadable.size, unread.size]).toEqual([0, partial]);
  });

  it.each([
    [{ scu: "1,152" }, { scu: 1152 }],
    [{ scu: "46 SCU" }, { scu: 46 }],
    [{ crew: "4–6" }, { crewMin: 4, crewMax: 6 }],
    [{ crew: [1, 3] }, { crewMin: 1, crewMax: 3 }],
  ])("with %j is read", (values, read) => {
    expect(readCatalogue([row(values)]).ships).toMatchObject([read]);
  });

  it("with an unreadable field keeps the known value", () => {
    const [known] = readCatalogue([row({ is_military: 1, is_spaceship: 1, crew: "1,2" })]).ships;
    if (!known) throw new Error("it was not read");
    const stored = [{ ...known, organizationId: 1, isListed: true }];
    const changedBy = (values: Record<string, unknown>) =>
      compare(readCatalogue([row({ is_military: 1, is_spaceship: 1, crew: "1,2", ...values })]), stored);
    for (const values of [{ crew: "four" }, { scu: "many" }, { pad_type: "huge" }])
      expect(changedBy(values)).toMatchObject({ changed: [] });
    expect(changedBy({ crew: "four", scu: 9 })).toMatchObject({
      changed: [{ scu: 9, crewMin: 1, crewMax: 2, roles: known.roles }],
    });
  });

  it("without an id is counted", () => {
    const ids = [null, 0, "7x", 1.5, "", true].map((id) => row({ id }));
    for (const each of [null, 7, "x", [], {}, ...ids]) {
      expect(readCatalogue([each])).toMatchObject({ ships: [], unreadable: new Set(), nameless: 1 });
    }
  });

  it("is skipped for a module, and counts once when it is repeated", () => {
    const { ships, entries } = readCatalogue([
      row({ is_addon: 1 }),
      row(),
      row({ name: "Newer" }),
      row({ name: "", name_full: "" }),
    ]);
    expect([ships.map(({ name }) => name), entries]).toEqual([["Newer"], 3]);
  });

  it("has the known container sizes, and null for anything else", () => {
    const read: [unknown, number[] | null][] = [
      ["1,2,4,8,16,24,32", [1, 2, 4, 8, 16, 24, 32]],
      [" 8, 2 ,2,1", [1, 2, 8]],
      ["1,2,3,64", [1, 2]],
      [16, [16]],
    ];
    const garbage = [null, undefined, "", "none", "3", "1.5", "-1", "0x8", {}, ["1"], true, "9".repeat(1e5)];
    for (const [listed, sizes] of [...read, ...garbage.map((each) => [each, null] as const)]) {
      expect([listed, shipOf({ container_sizes: listed })?.containerSizes]).toEqual([listed, sizes]);
    }
  });

  const fighters: [Record<string, unknown>, boolean][] = [
    [{}, true],
    [{ crew: "1" }, true],
    [{ crew: "1,3" }, false],
    [{ crew: null }, false],
    [{ is_military: 0 }, false],
    [{ is_spaceship: 0, is_ground_vehicle: 1 }, false],
    [{ is_cargo: 1 }, false],
    [{ is_bomber: 1 }, false],
    [{ is_exploration: 1 }, false],
    [{ is_stealth: 1, is_racing: 1 }, true],
  ];
  it("is a fighter when it is a small military spaceship for one or two", () => {
    const is = (values: Record<string, unknown>) =>
      shipOf({ crew: "1,2", is_military: 1, ...values })?.roles.includes("fighter");
    expect(fighters.map(([values]) => is(values))).toEqual(fighters.map(([, expected]) => expected));
  });

  it("has the size of its landing pad, except for ground vehicles", () => {
    const sizes = ["XS", "S", "M", "L", "XL", "xl", "?", null].map((pad_type) => shipOf({ pad_type })?.size);
    expect(sizes).toEqual(["small", "small", "medium", "large", "capital", "capital", null, null]);
    expect(shipOf({ is_ground_vehicle: 1 })?.size).toBe("vehicle");
  });

  it("has the first photo of a known host, also from the older field", () => {
    const known = "https://cdn.uexcorp.space/a.jpg";
    const photo = (values: Record<string, unknown>) => shipOf(values)?.urlPhoto;
    expect(
      photo({ url_photo: "", url_photos: JSON.stringify(["https://elsewhere.example/a.jpg", known]) }),
    ).toBe(known);
    expect(photo({ url_photos: [known] })).toBe(known);
    for (const url_photo of [
      "http://cdn.uexcorp.space/a.jpg",
      "javascript:alert(1)",
      7,
      null,
      `${known}?${"x".repeat(600)}`,
    ]) {
      expect(photo({ url_photo, url_photos: "[not json" })).toBeNull();
    }
  });
});

describe("crew", () => {
  it("is one number, or the least and the most in any order", () => {
    const read = ["1", "1,5", "5,1", " 2 - 4 ", "3.0", 3, 0, "", null].map((crew) => readCrew(crew));
    const pairs = read.map((each) => [each?.min, each?.max]);
    const expected = [
      [1, 1],
      [1, 5],
      [1, 5],
      [2, 4],
      [3, 3],
      [3, 3],
      [0, 0],
      [null, null],
      [null, null],
    ];
    expect(pairs).toEqual(expected);
  });

  it("is unknown or two ordered whole numbers for any text", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.stringMatching(/^ ?\d{0,7}[,-]? ?\d{0,7}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const crew = readCrew(text);
        if (!crew || crew.min === null || crew.max === null) return;
        expect(Number.isInteger(crew.min) && Number.isInteger(crew.max)).toBe(true);
        expect(crew.min).toBeGreaterThanOrEqual(0);
        expect(crew.min).toBeLessThanOrEqual(crew.max);
        expect(crew.max).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});

it("names become one short line of visible characters", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ maxLength: 300 })),
      (text) => {
        const clean = cleanText(text);
        const isPlain = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$|\s\s/u.test(clean);
        return isPlain && [...clean].length <= 100 && clean.isWellFormed() && cleanText(clean) === clean;
      },
    ),
  );
});
