import { array, assert, asyncProperty, constantFrom, integer, option, record, uniqueArray } from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Caller,
  freshDatabase,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../../testing/world.ts";
import { EXPORT_FORMATS, type ImportInput, type ImportResult, type ImportReview } from "./import.schema.ts";
import { type ImportChoices, NO_CHOICES, planImport } from "./plan.schema.ts";
import { CATALOGUE, catalogue, hangarOf, idOf } from "./testing/import.factory.ts";
import { sample } from "./testing/samples.ts";

let member: Caller;
beforeEach(async () => {
  await catalogue();
  member = await person("member", 1, "Freja Ravn");
});

const path = (caller: Caller, rest: string) => `/api/uex/user/${caller.userId}/ships/${rest}`;
const preview = (caller: Caller, content: string) =>
  caller.ok<ImportReview>("POST", path(caller, "import/preview"), { content });
const send = (caller: Caller, input: Partial<ImportInput>) =>
  caller.ok<ImportResult>("POST", path(caller, "import"), {
    format: "fleetyards",
    ships: [],
    removals: [],
    answers: [],
    ...input,
  });
const hangar = (caller: Caller) =>
  rows<{
    ship_id: number;
    quantity: number;
    nickname: string | null;
    pledges: string | null;
    version: number;
  }>(
    "select ship_id, quantity, nickname, pledges, version from hangar_ships where user_id = ? order by ship_id",
    caller.userId,
  );
const names = (caller: Caller) =>
  hangar(caller).then((all) =>
    all.map(({ ship_id, quantity }) => `${quantity} ${CATALOGUE.find(({ id }) => id === ship_id)?.name}`),
  );
/** Reviews a file, chooses, and imports it. */
async function bring(caller: Caller, content: string, choices: Partial<ImportChoices> = {}) {
  const review = await preview(caller, content);
  const plan = planImport(review, { ...NO_CHOICES, ...choices });
  return { plan, result: await send(caller, plan.input) };
}

describe("the review of a file", () => {
  it("says what was found, how, in which rows, and what has to be answered, and stores nothing", async () => {
    await hangarOf(member.userId, [{ ship_id: idOf("Hull C") }, { ship_id: idOf("M50 Interceptor") }]);
    const answer = await member.call("POST", path(member, "import/preview"), {
      body: { content: sample("fleetyards.json") },
    });
    const review = JSON.parse(answer.text) as ImportReview;
    expect(review).toMatchObject({ format: "fleetyards", rows: 8, nicknames: 4, hasPledges: false });
    expect(
      review.found.map(({ name, shipId, way, isWanted, rows }) => [name, shipId, way, isWanted, rows]),
    ).toEqual([
      ["Carrack w/C8X", idOf("Carrack"), "within", false, [1]],
      ["Hull C", idOf("Hull C"), "exact", false, [2]],
      ["Corsair Mk I", idOf("Corsair"), "within", false, [3]],
      ["atls", idOf("ATLS"), "letters", false, [4]],
      ["Cutlass Black", idOf("Cutlass Black"), "exact", false, [5]],
      ["Starlancer MAX", idOf("Starlancer MAX"), "exact", true, [7]],
      ["Freelancer MAX", idOf("Freelancer MAX"), "exact", false, [8]],
    ]);
    expect(review.open).toEqual([
      {
        key: "cutlass",
        name: "Cutlass",
        slug: "drak-cutlass",
        count: 1,
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

  it("asks once for a name that 300 rows have, and counts rows of one ship under any spelling", async () => {
    const ships = Array.from({ length: 300 }, (_, at) => ({
      shipname: "",
      name: ["Cutlass", "cutlass", "CUTLASS"][at % 3],
    }));
    const review = await preview(member, JSON.stringify([...ships, { name: "ATLS" }, { name: "Argo atls" }]));
    expect(review.open.map(({ count, rows }) => [count, rows])).toEqual([[300, [1, 2, 3]]]);
    expect(review.found.map(({ shipId, count }) => [shipId, count])).toEqual([[idOf("ATLS"), 2]]);
  });

  it("of a file that is none says so at the field, in the reader's language", async () => {
    const problem = await member.fails("POST", path(member, "import/preview"), { content: "<html>" });
    expect([problem.code, problem.status]).toEqual(["import_web_page", 400]);
    await member.ok("PATCH", "/api/user/language", { language: "da" });
    const danish = await member.fails("POST", path(member, "import/preview"), { content: "[{" });
    expect(danish.detail).toBe(
      "Filen er ødelagt omkring linje 1. Intet blev importeret; eksportér den igen, og prøv igen.",
    );
  });

  it("takes 20,000 rows in as few statements as 20, and answers by ship and not by row", async () => {
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
    const [few, many] = [await ask(20), await ask(20_000)];
    expect(many.meter).toEqual(few.meter);
    expect(many.text.length).toBeLessThan(few.text.length + 500);
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

  it("takes 8 MB and no more", async () => {
    const most = 8 * 1024 * 1024;
    const content = sample("ccu-game.json").padEnd(most, " ");
    expect((await preview(member, content)).rows).toBe(6);
    const problem = await member.fails("POST", path(member, "import/preview"), { content: `${content} ` });
    expect(Object.keys(problem.errors ?? {})).toEqual(["content"]);
  });
});

describe("an import", () => {
  it("adds what is missing, at least as many as the file has, and leaves alone what it does not speak of", async () => {
    await hangarOf(member.userId, [
      { ship_id: idOf("Cutlass Black"), quantity: 1, notes: "mine" },
      { ship_id: idOf("Hull C"), quantity: 3 },
      { ship_id: idOf("M50 Interceptor") },
    ]);
    const { result } = await bring(member, sample("hangarxplor.json"), { answers: { cutlass: null } });
    expect(result).toEqual({ added: 5, changed: 0, removed: 0, remembered: 0 });
    expect(await names(member)).toEqual([
      "1 Carrack",
      "2 Cutlass Black",
      "3 Hull C",
      "1 ATLS",
      "1 ATLS GEO",
      "1 M50 Interceptor",
      "1 Fury",
    ]);
    const [carrack, cutlass] = await hangar(member);
    expect([carrack?.nickname, carrack?.pledges, cutlass?.version]).toEqual(["Vædderen", null, 2]);
    expect(await value("select notes from hangar_ships where ship_id = ?", idOf("Cutlass Black"))).toBe(
      "mine",
    );
    expect(
      await rows("select action, entity_name, details from audit_log where action like 'hangar.%'"),
    ).toEqual([
      {
        action: "hangar.imported",
        entity_name: "Freja Ravn",
        details: JSON.stringify({
          format: "hangarxplor_json",
          added: 5,
          changed: 0,
          removed: 0,
          from: "1 × Cutlass Black",
          to: "1 × Carrack, 2 × Cutlass Black, 1 × ATLS, 1 × ATLS GEO, 1 × Fury",
        }),
      },
    ]);
  });

  it("sent twice, or twice at once, is done once", async () => {
    const { plan } = await bring(member, sample("ccu-game.json"), { answers: { dragonflystarkitten: null } });
    const before = await hangar(member);
    const again = await member.call("POST", path(member, "import"), { body: plan.input });
    expect(JSON.parse(again.text)).toEqual({ added: 0, changed: 0, removed: 0, remembered: 0 });
    expect(again.meter.rowsWritten).toBe(0);
    expect(await hangar(member)).toEqual(before);
    const other = await person("member");
    const results = await Promise.all([send(other, plan.input), send(other, plan.input)]);
    expect(results.map(({ added }) => added).sort()).toEqual([0, 5]);
    expect((await hangar(other)).map(({ quantity }) => quantity)).toEqual([1, 1, 1, 1, 1]);
  });

  it("takes nicknames where the hangar has none, and pledges only by choice", async () => {
    await hangarOf(member.userId, [
      { ship_id: idOf("Carrack"), nickname: "Mine" },
      { ship_id: idOf("Cutlass Black"), quantity: 2 },
    ]);
    const answers = { cutlass: idOf("Cutlass Red") };
    await bring(member, sample("hangarxplor.json"), { answers, nicknames: false });
    expect((await hangar(member)).every(({ pledges }) => pledges === null)).toBe(true);
    const { result } = await bring(member, sample("hangarxplor.json"), { answers, pledges: true });
    expect(result).toMatchObject({ added: 0, changed: 7 });
    const [carrack, black, red] = await hangar(member);
    expect(carrack?.nickname).toBe("Mine");
    expect(JSON.parse(black?.pledges ?? "")).toHaveLength(2);
    expect(JSON.parse(red?.pledges ?? "")[0]).toEqual({
      id: "71120014",
      name: "Cutlass 2949 Best In Show",
      cost: "$1,100.00 USD",
    });
  });

  it("removes only what was chosen, as it was seen", async () => {
    await hangarOf(member.userId, [{ ship_id: idOf("Hull C") }, { ship_id: idOf("M50 Interceptor") }]);
    const content = JSON.stringify([{ name: "Carrack", shipname: "" }]);
    const review = await preview(member, content);
    const { input } = planImport(review, { ...NO_CHOICES, removed: [idOf("Hull C")] });
    await raw.DB.prepare("update hangar_ships set nickname = 'New', version = 2 where ship_id = ?")
      .bind(idOf("Hull C"))
      .run();
    const problem = await member.fails("POST", path(member, "import"), input);
    expect([problem.status, problem.code]).toEqual([409, "hangar_changed"]);
    expect(await names(member)).toEqual(["1 Hull C", "1 M50 Interceptor"]);
    const { result } = await bring(member, content, { removed: [idOf("Hull C")] });
    expect(result).toEqual({ added: 1, changed: 0, removed: 1, remembered: 0 });
    expect(await names(member)).toEqual(["1 Carrack", "1 M50 Interceptor"]);
  });

  it("with a ship that the catalogue does not have is refused whole", async () => {
    await catalogue(await organization());
    const ships = [
      { shipId: idOf("Carrack"), quantity: 1 },
      { shipId: 999_999, quantity: 1 },
    ];
    const body = { format: "ccu_game", ships, removals: [], answers: [] };
    expect((await member.fails("POST", path(member, "import"), body)).code).toBe("not_found");
    expect(await hangar(member)).toEqual([]);
  });

  it("of another user's hangar is missing, whoever asks", async () => {
    const administrator = await person("administrator");
    const body = { format: "ccu_game", ships: [{ shipId: 1, quantity: 1 }], removals: [], answers: [] };
    for (const [method, rest, sent] of [
      ["POST", "import", body],
      ["POST", "import/preview", { content: sample("ccu-game.json") }],
      ["GET", "export?format=fleetyards", undefined],
    ] as const)
      expect((await administrator.fails(method, path(member, rest), sent)).code).toBe("not_found");
    expect(await hangar(member)).toEqual([]);
  });

  it("costs the same however many ships others have, and three round trips", async () => {
    const { plan } = await bring(member, sample("hangarxplor.csv"));
    const costs = [];
    for (const others of [0, 40]) {
      for (let at = 0; at < others; at += 1)
        await hangarOf(
          (await person("member")).userId,
          CATALOGUE.map(({ id }) => ({ ship_id: id })),
        );
      const caller = await person("member");
      const { meter } = await caller.call("POST", path(caller, "import"), { body: plan.input });
      costs.push(meter);
    }
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[0]?.trips).toBe(3);
  });
});

describe("an answer to an ambiguous name", () => {
  const content = JSON.stringify([{ name: "Cutlass", shipname: "" }]);
  const open = async (caller: Caller) => (await preview(caller, content)).open[0]?.remembered;

  it("serves the whole organization from then on, and no other", async () => {
    const { result } = await bring(member, content, { answers: { cutlass: idOf("Cutlass Red") } });
    expect(result).toMatchObject({ added: 1, remembered: 1 });
    const other = await person("member");
    expect(await open(other)).toBe(idOf("Cutlass Red"));
    expect((await bring(other, content)).result).toEqual({ added: 1, changed: 0, removed: 0, remembered: 0 });
    expect(await names(other)).toEqual(["1 Cutlass Red"]);
    const elsewhere = await organization();
    await catalogue(elsewhere);
    expect(await open(await person("member", elsewhere))).toBeNull();
  });

  it("can be changed, which is recorded with what it was", async () => {
    await bring(member, content, { answers: { cutlass: idOf("Cutlass Red") } });
    await bring(member, content, { answers: { cutlass: idOf("Cutlass Blue") } });
    expect(await open(member)).toBe(idOf("Cutlass Blue"));
    expect(await value("select count(*) from ship_aliases")).toBe(1);
    expect(
      await rows(
        "select entity_name, details from audit_log where action = 'hangar.name_answered' order by id",
      ),
    ).toEqual([
      { entity_name: "cutlass", details: '{"from":null,"to":"Cutlass Red"}' },
      { entity_name: "cutlass", details: '{"from":"Cutlass Red","to":"Cutlass Blue"}' },
    ]);
  });

  it("of a name that ends up left out is not remembered", async () => {
    await bring(member, content, { answers: { cutlass: null } });
    expect(await value("select count(*) from ship_aliases")).toBe(0);
  });
});

describe("an export", () => {
  it("read again says that everything is the same, in every format, with nicknames and pledges where it has them", async () => {
    const nickname = constantFrom("Røde Orm", "=HYPERLINK(1)", 'A "quoted", name', "Løve\u2019n");
    const entry = record({
      ship_id: constantFrom(...CATALOGUE.filter(({ isListed }) => isListed).map(({ id }) => id)),
      quantity: integer({ min: 1, max: 12 }),
      nickname: option(nickname),
      pledges: option(
        array(record({ id: constantFrom("1", "35718842"), name: nickname, insurance: constantFrom("LTI") }), {
          minLength: 1,
          maxLength: 3,
        }),
      ),
    });
    await assert(
      asyncProperty(
        uniqueArray(entry, { selector: ({ ship_id }) => ship_id, minLength: 1 }),
        async (entries) => {
          const owner = await person("member");
          await hangarOf(
            owner.userId,
            entries.map((each) => ({ ...each, pledges: each.pledges && JSON.stringify(each.pledges) })),
          );
          for (const format of EXPORT_FORMATS) {
            const { text, headers } = await owner.call("GET", path(owner, `export?format=${format}`));
            expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="\w+\.(json|csv)"$/);
            const review = await preview(owner, text);
            const plan = planImport(review, NO_CHOICES);
            expect([review.format, plan.waiting, plan.fresh, plan.missing, plan.input.ships]).toEqual([
              format,
              [],
              [],
              [],
              [],
            ]);
            expect(plan.same.map(({ shipId, count }) => [shipId, count]).sort()).toEqual(
              entries.map(({ ship_id, quantity }) => [ship_id, quantity]).sort(),
            );
            if (format !== "hangarxplor_csv")
              for (const { ship_id, nickname } of entries)
                expect(plan.same.find(({ shipId }) => shipId === ship_id)?.nickname).toBe(nickname);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it("brings a hangar into an empty one as it was", async () => {
    const list = sample("hangarxplor.json").replace("MISC Fury", "Mirai Fury");
    await bring(member, list, { answers: { cutlass: idOf("Cutlass Red") }, pledges: true });
    const { text } = await member.call("GET", path(member, "export?format=hangarxplor_json"));
    const before = await hangar(member);
    await freshDatabase();
    await catalogue();
    member = await person("member");
    await bring(member, text, { pledges: true });
    expect(await hangar(member)).toEqual(before);
  });

  it("runs no formula in a spreadsheet", async () => {
    await hangarOf(member.userId, [
      { ship_id: 1, pledges: JSON.stringify([{ id: "1", name: '=HYPERLINK("https://evil.example")' }]) },
    ]);
    const { text } = await member.call("GET", path(member, "export?format=hangarxplor_csv"));
    expect(text.split("\r\n")[1]).toBe(
      `Anvil,Carrack,false,false,1,"'=HYPERLINK(""https://evil.example"")",,`,
    );
  });
});
