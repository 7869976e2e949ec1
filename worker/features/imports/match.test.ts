import { array, assert, constantFrom, property, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { type CatalogueShip, createMatcher, lettersOf } from "./match.ts";
import { CATALOGUE, idOf } from "./testing/imports.factory.ts";

const matcher = createMatcher(CATALOGUE);
const find = (name: string, ...slugs: string[]) => matcher.find(name, slugs);
const of = (name: string) => CATALOGUE.find(({ id }) => id === idOf(name)) as CatalogueShip;
const nameOf = (id: number) => CATALOGUE.find((ship) => ship.id === id)?.name;

describe("the ways of matching a name are tried in order until one finds exactly one ship", () => {
  it.each([
    ["Carrack", "Carrack", "exact"],
    ["Anvil Carrack", "Carrack", "exact"],
    ["cutlass black", "Cutlass Black", "letters"],
    ["CUTLASS-BLACK", "Cutlass Black", "letters"],
    ["atls", "ATLS", "letters"],
    ["ATLS-GEO", "ATLS GEO", "letters"],
    ["Vindicator", "Mustang Alpha Vindicator", "words"],
    ["M50", "M50 Interceptor", "words"],
    ["Carrack Anvil", "Carrack", "words"],
    ["Carrack w/C8X", "Carrack", "within"],
    ["Corsair Mk I", "Corsair", "within"],
    ["Corsair Mark 1", "Corsair", "within"],
    ["Hammerhead BIS", "Hammerhead Best In Show Edition", "words"],
    ["Carrack XP", "Carrack Expedition", "words"],
    ["600i Exec", "600i Executive Edition", "words"],
    ["DRAK_Cutlass_Black", "Cutlass Black", "words"],
    ["Musashi Industrial & Starflight Concern Hull C", "Hull C", "words"],
    ["Carrack - LTI (Warbond)", "Carrack", "words"],
    // A renamed maker: MISC of the list is Mirai of the catalogue.
    ["MISC Fury LX", "Fury LX", "within"],
    ["MISC LX Fury", "Fury LX", "within"],
    // Of two ships with one name the listed one.
    ["Fury", "Fury", "exact"],
  ])("%s is %s by %s", (name, ship, way) => {
    expect(find(name)).toEqual({ shipId: idOf(ship), way });
  });

  it.each([
    ["drak-corsair", "Corsair"],
    ["corsair", "Corsair"],
    ["argo-atls", "ATLS"],
    ["argo-atls-geo", "ATLS GEO"],
    ["misc-hull-c", "Hull C"],
    ["orig_100i", "100i"],
  ])("the slug %s, which may begin with the maker, is %s", (slug, ship) => {
    expect(find("Something of the kind", slug)).toEqual({ shipId: idOf(ship), way: "slug" });
  });

  it("several ships that fit equally are candidates, unless a later way finds exactly one", () => {
    expect(find("Cutlass")).toEqual({ shipId: null, way: "words", candidates: [2, 3, 4, 5] });
    expect(find("Drake Cutlass", "drak-cutlass")).toEqual({
      shipId: null,
      way: "words",
      candidates: [2, 3, 4, 5],
    });
    expect(find("Cutlass", "drak-cutlass-red")).toEqual({ shipId: idOf("Cutlass Red"), way: "slug" });
    expect(find("Unheard of", "nobody-knows")).toEqual({ shipId: null, way: null, candidates: [] });
  });

  it.each([
    ["Hammerhead 2949 Best in Show", ["Hammerhead Best In Show Edition", "Hammerhead"]],
    ["Carrack with Pisces Expedition", ["Carrack Expedition", "Carrack"]],
    ["Carrack Fury", ["Carrack", "Fury"]],
    ["Carrack Cutlass Black", ["Cutlass Black", "Carrack"]],
    ["600i", ["600i Executive Edition", "600i Explorer", "600i Touring"]],
    // A word of no ship may name a paint, an edition, or something other than a ship.
    ["MISC Freelancer MAX Executive", ["Freelancer MAX"]],
    ["Carrack Polar Paint", ["Carrack"]],
    ["Corsair Mk II", ["Corsair"]],
    ["Hull C Model Plushie", ["Hull C"]],
    ["2951 BIS Hammerhead", ["Hammerhead Best In Show Edition", "Hammerhead"]],
    ["Hammerhead BIS2949", ["Hammerhead Best In Show Edition", "Hammerhead"]],
    ["Corsair PYAM Exec", ["Corsair"]],
    // An edition needs all of its words.
    ["Executive", ["600i Executive Edition"]],
  ])("%s is asked about: %j", (name, ships) => {
    const match = find(name);
    expect(match.shipId).toBeNull();
    if (match.shipId === null) expect(match.candidates.map(nameOf)).toEqual(ships);
  });

  it("a slug decides between several only if its ship has as many of the name's words", () => {
    expect(find("Carrack with Pisces Expedition", "anvl-carrack").shipId).toBeNull();
    expect(find("Carrack with Pisces Expedition", "anvl-carrack-expedition")).toEqual({
      shipId: idOf("Carrack Expedition"),
      way: "slug",
    });
  });

  it.each([
    ["600i Exploration Module", ["600i Explorer", "600i Touring", "600i Executive Edition"]],
    ["Cutlas Black", ["Cutlass Black"]],
    ["600i Touringo", ["600i Touring", "600i Explorer", "600i Executive Edition"]],
    // Words count as similar from five equal letters on.
    ["Steely", ["Cutlass Steel"]],
    ["Furyx", []],
    ["Hammerhad", ["Hammerhead", "Hammerhead Best In Show Edition"]],
    ["Something unheard of", []],
  ])("%s matches no ship, and similar ones are offered: %j", (name, ships) => {
    expect(matcher.near(name).map(nameOf)).toEqual(ships);
  });

  it.each([
    // A maker's name is no equipment.
    ["Carrack with Drake", "Carrack"],
    ["Carrack with Rubbish", null],
  ])("%s is %s where a Carrack also comes with a C8X", (name, ship) => {
    const withC8X = { ...of("Carrack"), id: 99, name: "Carrack w/C8X", nameFull: "Anvil Carrack w/C8X" };
    const { shipId } = createMatcher([...CATALOGUE, { ...withC8X, slug: "carrack-w-c8x" }]).find(name, []);
    expect(shipId).toBe(ship && idOf(ship));
  });

  it("matches an unlisted ship where no listed one fits, unless its name is a word or slug of another", () => {
    expect(find("MISC Fury")).toEqual({ shipId: 17, way: "exact" });
    const carrack = { ...of("Carrack"), id: 98 };
    const odd = [
      { ...carrack, name: "★", nameFull: "Anvil ★", slug: "star" },
      { ...carrack, id: 99, name: "Carrack Two", nameFull: "Anvil Carrack Two" },
    ];
    const { find: among } = createMatcher([...CATALOGUE, ...odd]);
    expect(among("Anvil Rubbish", [])).toMatchObject({ shipId: null, candidates: [] });
    expect(among("Something", ["anvl-carrack"])).toMatchObject({ shipId: null });
  });

  it("offers the first 8 of at most 24 similar ships, because a word of more ships distinguishes too little", () => {
    const offered = (count: number) => {
      const all = Array.from({ length: count }, (_, id) => ({ ...of("Carrack"), id, name: `Carrack ${id}` }));
      return createMatcher(all).near("Carrack Rubbish").length;
    };
    expect([offered(24), offered(25)]).toEqual([8, 0]);
  });

  describe("in a catalogue whose full names have the first word of the maker's", () => {
    const COMPANIES = {
      Crusader: "Crusader Industries",
      Anvil: "Anvil Aerospace",
      Origin: "Origin Jumpworks",
      Tumbril: "Tumbril",
      "C.O.": "Consolidated Outland",
    };
    const made = (
      [
        ...["Mercury Star Runner", "C2 Hercules Starlifter", "Genesis Starliner", "Ares Ion"],
        "Ares Inferno",
      ].map((name) => ["Crusader", name]) as [keyof typeof COMPANIES, string][]
    ).concat([
      ["Anvil", "C8R Pisces Rescue"],
      ["Anvil", "Carrack"],
      ["Origin", "G12a"],
      ["Tumbril", "Cyclone"],
      ["C.O.", "Nomad"],
    ]);
    const more = [
      ...["Dragonfly Black", "Dragonfly Yellowjacket", "Mustang Alpha", "Mustang Beta", "Hull C", "Ursa"],
      ...[
        "A2 Hercules Starlifter",
        "A2 Hercules Starlifter Showdown Edition",
        "Cutter Scout",
        "Reliant Kore",
      ],
      ...["F7A Hornet Mk I", "F7A Hornet Mk II", "F8C Lightning", "F8C Lightning Executive Edition"],
      ...["Valkyrie", "Valkyrie Liberator Edition"],
    ];
    const all = [...made, ...more.map((name) => ["Anvil", name] as const)].map(
      ([maker, name], at): CatalogueShip => ({
        ...{ id: at + 1, name, nameFull: `${maker} ${name}`, companyName: COMPANIES[maker] },
        ...{ slug: name.toLowerCase(), isListed: true },
      }),
    );
    const among = createMatcher(all);
    const named = (id: number | null) => all.find((ship) => ship.id === id)?.name;

    it.each([
      ["Crusader Industries Mercury", "Mercury Star Runner"],
      ["Crusader Industries C2 Hercules", "C2 Hercules Starlifter"],
      ["Crusader Industries Genesis", "Genesis Starliner"],
      ["Crusader Industries Ares Ion", "Ares Ion"],
      ["Anvil Aerospace C8R Pisces", "C8R Pisces Rescue"],
      ["Origin Jumpworks G12a", "G12a"],
      ["Crusader Ares Star Fighter Inferno", "Ares Inferno"],
      ["A2 Hercules", "A2 Hercules Starlifter"],
      ["F8C", "F8C Lightning"],
      ["MSR", "Mercury Star Runner"],
      ["Ursa Rover", "Ursa"],
      ["Reliant Kore - Mini Hauler", "Reliant Kore"],
      ["F7A Hornet Mk2", "F7A Hornet Mk II"],
      ["F7A_Hornet_Mark.I", "F7A Hornet Mk I"],
    ])("%s is %s", (name, ship) => {
      expect(named(among.find(name, []).shipId)).toBe(ship);
    });

    it.each([
      ["Scout", ["Cutter Scout"]],
      ["Liberator", ["Valkyrie Liberator Edition"]],
      ["F8C Lightning PYAM Exec", ["F8C Lightning"]],
      // A letter of a maker's name is not part of the ship's.
      ["Valkyrie C", ["Valkyrie"]],
    ])("%s is asked about: %j", (name, ships) => {
      const match = among.find(name, []);
      expect([match.shipId, "candidates" in match && match.candidates.map(named)]).toEqual([null, ships]);
    });

    it.each([
      ["Dragonfly Star Kitten", ["Dragonfly Black", "Dragonfly Yellowjacket"]],
      ["C.O. Mustang CitizenCon 2948 Edition", ["Mustang Alpha", "Mustang Beta"]],
    ])("%s matches no ship, and %j are offered", (name, ships) => {
      expect(among.find(name, [])).toMatchObject({ shipId: null, candidates: [] });
      expect(among.near(name).map(named)).toEqual(ships);
    });
  });

  it.each([
    ["Cutlass", "Black", ["Cutlass Black"]],
    ["600i", "Executive Edition", ["600i Executive Edition"]],
    ["Drake Cutlass", "Skull & Crossbones", []],
    ["Hammerhead", "best-in-show-edition-2949", ["Hammerhead Best In Show Edition"]],
    ["Carrack", "Polar", []],
    // A paint with the name of another ship.
    ["Corsair", "Cutlass Black", []],
    ["Anvil", "Carrack", []],
  ])("%s with %s beside it is the edition %j", (name, beside, ships) => {
    const match = matcher.edition(name, beside);
    const ids = match === null ? [] : match.shipId === null ? match.candidates : [match.shipId];
    expect(ids.map(nameOf)).toEqual(ships);
  });

  it("uses the name where two ships share a code: ATLS is never ATLS GEO", () => {
    expect(nameOf(Number(find("ATLS", "argo_atls").shipId))).toBe("ATLS");
    expect(nameOf(Number(find("ATLS GEO", "argo_atls").shipId))).toBe("ATLS GEO");
  });
});

it("a ship's own name, the name of its base variant and part of its name are not nicknames", () => {
  expect(matcher.isNickname("Røde Orm", "Cutlass Red")).toBe(true);
  expect(matcher.isNickname("Cutlass", "Cutlass Red")).toBe(false);
  expect(matcher.isNickname("ATLS", "ATLS GEO")).toBe(false);
  expect(matcher.isNickname("drake cutlass red", "Cutlass Red")).toBe(false);
  expect(matcher.isNickname("Drake Cutlass", "Cutlass Red")).toBe(false);
  expect(matcher.isNickname("Cutlass Blue", "Cutlass Red")).toBe(false);
});

it("a nickname has only words of makers or of no ship, or is the name of a ship that shares no word with the row", () => {
  for (const called of ["Drake", "★", "Red Dragon", "Fury"])
    expect([called, matcher.isNickname(called, "Cutlass Red")]).toEqual([called, true]);
  expect(matcher.isNickname("Carrack", "ATLS")).toBe(true);
});

describe("for any catalogue", () => {
  const word = constantFrom(
    "Fury",
    "Hull",
    "A",
    "C",
    "MAX",
    "Cutlass",
    "Red",
    "100i",
    "__proto__",
    "constructor",
  );
  const ships = array(record({ words: array(word, { minLength: 1, maxLength: 3 }), maker: word }), {
    minLength: 1,
    maxLength: 12,
  }).map((all) =>
    all.map(({ words, maker }, at): CatalogueShip => {
      const name = words.join(" ");
      const known = { slug: name.toLowerCase(), companyName: maker, isListed: true };
      return { id: at + 1, name, nameFull: `${maker} ${name}`, ...known };
    }),
  );

  it("finds a ship with a unique name by it, in any case and with any separators", () => {
    assert(
      property(ships, (all) => {
        const { find } = createMatcher(all);
        for (const { id, name } of all) {
          const isAlone = all.filter((other) => other.name === name || other.nameFull === name).length === 1;
          if (isAlone) expect(find(name, [])).toEqual({ shipId: id, way: "exact" });
          for (const spelling of [name.toLowerCase(), name.replaceAll(" ", "-")]) {
            const match = find(spelling, []);
            const ids = match.shipId === null ? match.candidates : [match.shipId];
            const isFound = ids.some((found) => all[found - 1]?.name === name) || ids.length === 8;
            expect([spelling, isFound || !isAlone]).toEqual([spelling, true]);
          }
        }
      }),
    );
  });

  it("finds only a ship's own name as exact: other spellings are not silently counted with it", () => {
    const spelled = array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
    assert(
      property(ships, spelled, (all, name) => {
        const { shipId, way } = createMatcher(all).find(name, []);
        // Several ships with one name are asked about.
        if (shipId === null) return;
        const ship = all.find(({ id }) => id === shipId);
        const isOwn = [ship?.name, ship?.nameFull].some((own) => own && lettersOf(own) === lettersOf(name));
        expect(way === "exact" || way === "letters").toBe(ship !== undefined && isOwn);
      }),
    );
  });

  it("matches a name with one ship, several different ones or none", () => {
    assert(
      property(ships, string(), word, (all, text, name) => {
        for (const each of [text, `${name} ${text}`, name]) {
          const match = createMatcher(all).find(each, [text]);
          if (match.shipId !== null) expect(all.some(({ id }) => id === match.shipId)).toBe(true);
          else {
            expect(new Set(match.candidates).size).toBe(match.candidates.length);
            expect(match.way === null).toBe(match.candidates.length === 0);
          }
        }
      }),
    );
  });
});
