import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, interrupted, organization, person, raw, rows, value } from "../../testing/world.ts";
import { importRoutes } from "./imports.routes.ts";
import { NAMES_A_DAY } from "./imports.schema.ts";
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
  send,
} from "./testing/imports.factory.ts";
import { sample } from "./testing/samples.ts";

let member: Caller;
beforeEach(async () => {
  await catalogue();
  member = await person("member", 1, "Freja Ravn");
});

describe("an import", () => {
  it("adds missing ships up to the file's numbers, and does not change ships that the file does not list", async () => {
    await hangarOf(member.userId, [
      { ship_id: idOf("Cutlass Black"), quantity: 1, notes: "mine" },
      { ship_id: idOf("Hull C"), quantity: 3 },
      { ship_id: idOf("M50 Interceptor") },
    ]);
    const list = sample("hangarxplor.json").replaceAll(/"(lti|warbond|pledge_\w+)"/g, '"no_$1"');
    const { result } = await bring(member, list, { answers: { cutlass: null } });
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

  it("is stored once when it is sent twice, also at the same moment", async () => {
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

  it("sets nicknames that are empty, and numbers and prices of pledges only if they are chosen", async () => {
    await hangarOf(member.userId, [
      { ship_id: idOf("Carrack"), nickname: "Mine" },
      { ship_id: idOf("Cutlass Black"), quantity: 2 },
    ]);
    const answers = { cutlass: idOf("Cutlass Red") };
    await bring(member, sample("hangarxplor.json"), { answers, nicknames: false });
    expect((await hangar(member)).some(({ pledges }) => /"(id|name|cost)"/.test(pledges ?? ""))).toBe(false);
    const { result } = await bring(member, sample("hangarxplor.json"), { answers, pledges: true });
    expect(result).toMatchObject({ added: 0, changed: 7 });
    const [carrack, black, red] = await hangar(member);
    expect(carrack?.nickname).toBe("Mine");
    expect(JSON.parse(black?.pledges ?? "")).toHaveLength(2);
    expect(JSON.parse(red?.pledges ?? "")[0]).toMatchObject({
      id: "71120014",
      name: "Cutlass 2949 Best In Show",
      cost: "$1,100.00 USD",
    });
  });

  it("removes only chosen ships, at the version that was reviewed", async () => {
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

  it("is planned again where a ship changes meanwhile, and refused where it changes each time", async () => {
    await hangarOf(member.userId, [{ ship_id: idOf("Hull C") }]);
    const add = (database: D1Database) =>
      member.call("POST", path(member, "import"), {
        body: {
          format: "ccu_game",
          ships: [{ shipId: idOf("Hull C"), quantity: 9 }],
          removals: [],
          answers: [{ name: "Hull", shipId: idOf("Hull C") }],
        },
        database,
      });
    const buy = () =>
      raw.DB.prepare("update hangar_ships set quantity = quantity + 1, version = version + 1").run();
    const refused = JSON.parse((await add(interrupted("each", buy))).text);
    expect([refused.status, refused.code, refused.current]).toEqual([409, "hangar_changed", undefined]);
    expect(await value("select count(*) from ship_aliases")).toBe(0);
    const before = await value<number>("select quantity from hangar_ships");
    const planned = await add(interrupted(2, buy));
    expect(JSON.parse(planned.text)).toEqual({ added: 8 - before, changed: 0, removed: 0, remembered: 1 });
    expect(await names(member)).toEqual(["9 Hull C"]);
  });

  it("is refused as a whole for a ship that the catalogue does not have", async () => {
    await catalogue(await organization());
    const ships = [
      { shipId: idOf("Carrack"), quantity: 1 },
      { shipId: 999_999, quantity: 1 },
    ];
    const body = { format: "ccu_game", ships, removals: [], answers: [] };
    expect((await member.fails("POST", path(member, "import"), body)).code).toBe("not_found");
    expect(await hangar(member)).toEqual([]);
  });

  it("answers 404 for another user's hangar, also to an administrator", async () => {
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

  it("costs three round trips, and the same rows with any number of other users' ships", async () => {
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

  it("is used for the whole organization, and for no other", async () => {
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

  it("can be changed, and the audit log has the ships before and after", async () => {
    await bring(member, content, { answers: { cutlass: idOf("Cutlass Red") } });
    await bring(member, content, { answers: { cutlass: idOf("Cutlass Blue") } });
    expect(await open(member)).toBe(idOf("Cutlass Blue"));
    expect(await value("select count(*) from ship_aliases")).toBe(1);
    expect(
      await rows(
        `select details ->> 'fromNames' as "from", details ->> 'toNames' as "to" from audit_log
         where action like 'hangar.%' order by id`,
      ),
    ).toEqual([
      { from: null, to: "cutlass: Cutlass Red" },
      { from: "cutlass: Cutlass Red", to: "cutlass: Cutlass Blue" },
    ]);
  });

  const many = (count: number, shipId = idOf("Carrack"), start = "name") => ({
    format: "names",
    ships: [],
    removals: [],
    answers: Array.from({ length: count }, (_, at) => ({ name: `${start} ${at}`, shipId })),
  });

  it("of a user without a membership is stored for their own imports alone, with one entry in the audit log", async () => {
    const stranger = await person(null);
    const answer = await stranger.ok<{ remembered: number }>("POST", path(stranger, "import"), many(500));
    expect(answer.remembered).toBe(500);
    expect(await value("select count(*) from ship_aliases")).toBe(0);
    expect(await value("select count(*) from audit_log where actor_user_id = ?", stranger.userId)).toBe(1);
    await stranger.ok("POST", path(stranger, "import"), {
      ...many(0),
      answers: [{ name: "Cutlass", shipId: idOf("Cutlass Red") }],
    });
    expect(await open(stranger)).toBe(idOf("Cutlass Red"));
    expect(await open(member)).toBeNull();
  });

  it("is not stored for the organization beyond the daily limit of a member, also in parallel", async () => {
    await Promise.all(
      ["a", "b", "c"].map((start) =>
        member.ok("POST", path(member, "import"), many(100, idOf("Carrack"), start)),
      ),
    );
    expect(await value("select count(*) from ship_aliases")).toBe(NAMES_A_DAY);
    expect(await value("select count(*) from own_ship_aliases")).toBe(300 - NAMES_A_DAY);
    await raw.DB.prepare("update daily_budgets set day = '2020-01-01'").run();
    await member.ok("POST", path(member, "import"), many(1, idOf("Fury"), "another"));
    expect(await value("select count(*) from ship_aliases")).toBe(NAMES_A_DAY + 1);
  });

  it("writes at most the rows that the route declares, with the largest import", async () => {
    const route = importRoutes.find(({ name }) => name.endsWith("/import"));
    const all = CATALOGUE.filter(({ id }) => id !== idOf("Fury")).map(({ id }) => ({
      shipId: id,
      quantity: 1,
    }));
    const broken: unknown[] = [];
    for (const [answers, quantity] of [
      [500, 1],
      [100, 2],
    ] as const) {
      const body = {
        ...many(answers, idOf("Fury"), `${quantity}`),
        ships: all.map((each) => ({ ...each, quantity })),
      };
      const { meter } = await member.call("POST", path(member, "import"), { body });
      const declared = route?.rowsOf(body as never) ?? 0;
      if (meter.rowsWritten > declared) broken.push([meter.rowsWritten, declared]);
    }
    const entries = await rows<{ shipId: number; version: number }>(
      "select ship_id as shipId, version from hangar_ships",
    );
    const body = { ...many(0), removals: entries };
    const { meter, status } = await member.call("POST", path(member, "import"), { body });
    expect(status).toBe(200);
    if (meter.rowsWritten > (route?.rowsOf(body as never) ?? 0)) broken.push(meter.rowsWritten);
    expect(broken).toEqual([]);
  });

  it("is not stored for a name that is left out", async () => {
    await bring(member, content, { answers: { cutlass: null } });
    expect(await value("select count(*) from ship_aliases")).toBe(0);
  });
});
