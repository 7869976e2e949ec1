import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person } from "../../testing/world.ts";
import type { ImportReview } from "./imports.schema.ts";
import { bring, CATALOGUE, catalogue, hangarOf, idOf, path, preview } from "./testing/imports.factory.ts";
import { sample } from "./testing/samples.ts";

let member: Caller;
beforeEach(async () => {
  await catalogue();
  member = await person("member", 1, "Freja Ravn");
});

describe("the review of a file", () => {
  it("lists the ships found, with way and rows, and the names to answer, and stores nothing", async () => {
    await hangarOf(member.userId, [{ ship_id: idOf("Hull C") }, { ship_id: idOf("M50 Interceptor") }]);
    const answer = await member.call("POST", path(member, "import/preview"), {
      body: { content: sample("fleetyards.json") },
    });
    const review = JSON.parse(answer.text) as ImportReview;
    expect(review).toMatchObject({ format: "fleetyards", rows: 8, nicknames: 4, hasPledges: false });
    expect(
      review.found.map(({ name, shipId, way, isWanted, rows }) => [name, shipId, way, isWanted, rows]),
    ).toEqual([
      ["Hull C", idOf("Hull C"), "exact", false, [2]],
      ["atls", idOf("ATLS"), "letters", false, [4]],
      ["Cutlass Black", idOf("Cutlass Black"), "exact", false, [5]],
      ["Starlancer MAX", idOf("Starlancer MAX"), "exact", true, [7]],
      ["Freelancer MAX", idOf("Freelancer MAX"), "exact", false, [8]],
    ]);
    expect(review.open.map(({ name, shipId, way, rows }) => [name, shipId, way, rows])).toEqual([
      ["Carrack w/C8X", idOf("Carrack"), "within", [1]],
      ["Corsair Mk I", idOf("Corsair"), "within", [3]],
      ["Cutlass", null, "words", [6]],
    ]);
    expect(review.open.slice(2)).toEqual([
      {
        key: "cutlass",
        name: "Cutlass",
        slug: "drak-cutlass",
        shipId: null,
        count: 1,
        rowCount: 1,
        rows: [6],
        isWanted: false,
        nickname: "Røde Orm",
        pledges: [],
        way: "words",
        candidates: ["Cutlass Black", "Cutlass Red", "Cutlass Blue", "Cutlass Steel"].map(idOf),
        remembered: null,
      },
    ]);
    expect(review.hangar.map(({ shipId, quantity, version }) => [shipId, quantity, version])).toEqual([
      [idOf("Hull C"), 1, 1],
      [idOf("M50 Interceptor"), 1, 1],
    ]);
    expect([answer.meter.rowsWritten, answer.meter.trips]).toEqual([0, 3]);
  });

  it("asks once for a name in 300 rows, and counts rows of one ship under any spelling", async () => {
    const ships = Array.from({ length: 300 }, (_, at) => ({
      shipname: "",
      name: ["Cutlass", "cutlass", "CUTLASS"][at % 3],
    }));
    const review = await preview(member, JSON.stringify([...ships, { name: "ATLS" }, { name: "Argo atls" }]));
    expect(review.open.map(({ count, rows }) => [count, rows])).toEqual([[300, [1, 2, 3]]]);
    expect(review.found.map(({ shipId, count }) => [shipId, count])).toEqual([[idOf("ATLS"), 2]]);
  });

  it("reads the text beside a name as its variant, and asks where a pledge names another ship of its line", async () => {
    const rows = [
      { ship: "Cutlass", variant: "Black" },
      { ship: "Carrack", paint: { name: "Polar" } },
      { ship: "Hammerhead", edition: "2950 Best in Show" },
    ];
    const variants = await preview(member, JSON.stringify(rows));
    expect(variants.found.map(({ name }) => name)).toEqual(["Cutlass (Black)", "Carrack"]);
    expect(variants.open).toMatchObject([
      {
        name: "Hammerhead (2950 Best in Show)",
        shipId: null,
        candidates: ["Hammerhead Best In Show Edition", "Hammerhead"].map(idOf),
      },
    ]);
    const item = { itemType: "SHIP", shipSlug: "hammerhead", defaultText: "Hammerhead" };
    const canvasItems = [{ ...item, variantSlug: "hammerhead-best-in-show-edition" }, item];
    const fleet = await preview(member, JSON.stringify({ canvasItems }));
    expect(fleet.open).toMatchObject([
      { name: "hammerhead best in show edition", shipId: idOf("Hammerhead Best In Show Edition"), count: 1 },
    ]);
    const pledged = [
      "Standalone Ship - Fury LX",
      "Fury LX",
      "Package - Fury LX Pack",
      "Standalone Ship - Fury",
    ];
    const pledges = pledged.map((pledge_name) => ({ name: "Fury", pledge_name, pledge_id: "1" }));
    const review = await preview(member, JSON.stringify(pledges));
    expect(review.found.map(({ name, count }) => [name, count])).toEqual([["Fury", 2]]);
    expect(review.open).toMatchObject([
      { name: "Fury (Fury LX)", count: 2, shipId: null, candidates: ["Fury LX", "Fury"].map(idOf) },
    ]);
  });

  it("separates two rows of one name whose slugs are of different ships, and uses no slug of a paint", async () => {
    const ships = [
      ["Cutlass", "drak-cutlass-red"],
      ["Cutlass", "drak-cutlass-blue"],
      ["Unheard of", "fury"],
    ].map(([name, slug]) => ({ name, slug, customName: null, purchased: true }));
    const { open } = await preview(member, JSON.stringify(ships));
    expect(open.map(({ shipId, count }) => [shipId, count])).toEqual([
      [idOf("Cutlass Red"), 1],
      [idOf("Cutlass Blue"), 1],
      [null, 1],
    ]);
  });

  it("reports an unknown file at its field, in the reader's language", async () => {
    const problem = await member.fails("POST", path(member, "import/preview"), { content: "<html>" });
    expect([problem.code, problem.status]).toEqual(["import_web_page", 400]);
    await member.ok("PATCH", "/api/user/language", { language: "da" });
    const danish = await member.fails("POST", path(member, "import/preview"), { content: "[{" });
    expect(danish.detail).toBe(
      "Filen er ødelagt omkring linje 1. Intet blev importeret; eksporter den igen, og prøv igen.",
    );
  });

  it("reads 20,000 rows with as many statements as 20, and answers by ship", async () => {
    const listed = CATALOGUE.filter(({ isListed }) => isListed);
    const file = (count: number) =>
      JSON.stringify(
        Array.from({ length: count }, (_, at) => ({
          name: listed[at % listed.length]?.name.toLowerCase(),
          shipname: `Ship ${at}`,
        })),
      );
    const ask = (count: number) =>
      member.call("POST", path(member, "import/preview"), { body: { content: file(count) } });
    await member.cached();
    const [few, many] = [await ask(20), await ask(20_000)];
    expect(many.meter).toEqual(few.meter);
    expect(many.text.length).toBeLessThan(few.text.length + 1_000);
    const review = JSON.parse(many.text) as ImportReview;
    expect(review.found.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
    const { plan, result } = await bring(member, file(1_000));
    expect([result.added, plan.added]).toEqual([1_000, 1_000]);
    // A hangar holds 99 of a type.
    expect((await bring(member, file(20_000))).result.added).toBe(listed.length * 99 - 1_000);
  });

  it("of 20,000 different unknown names asks about 500 and counts the rest", async () => {
    const list = Array.from({ length: 20_000 }, (_, at) => ({ name: `Unheard of ${at}`, shipname: "" }));
    const review = await preview(member, JSON.stringify(list));
    expect([review.open.length, review.openBeyond, review.found]).toEqual([500, 19_500, []]);
  });

  it("accepts files of up to 8 MB", async () => {
    const most = 8 * 1024 * 1024;
    const content = sample("ccu-game.json").padEnd(most, " ");
    expect((await preview(member, content)).rows).toBe(6);
    const problem = await member.fails("POST", path(member, "import/preview"), { content: `${content} ` });
    expect(Object.keys(problem.errors ?? {})).toEqual(["content"]);
  });
});
