import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { nextOf } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, organization, person, raw } from "../../testing/world.ts";
import type { Contract, ContractMember } from "./contracts.schema.ts";
import { LOOKED_THROUGH, nextDeadline } from "./list.ts";
import { contract } from "./testing/contracts.factory.ts";

let admin: Caller;
let writer: Caller;
let pilot: Caller;
beforeEach(async () => {
  admin = await person("administrator");
  writer = await person("recruiter", 1, "Vega Rook");
  pilot = await person("member", 1, "Nova Hale");
});

const TERMS = { title: "Haul quantanium", amount: 50_000, location: "Lorville", deadline: hoursFromNow(48) };
const write = (values: Record<string, unknown> = {}, by = writer) =>
  by.ok<Contract>("POST", "/api/contracts", { ...TERMS, ...values });
const edit = (id: number, values: Record<string, unknown>, by = writer) =>
  by.ok<Contract>("PUT", `/api/contracts/${id}`, values);
const list = (query: string, by = pilot) => by.ok<Contract[]>("GET", `/api/contracts/1${query}`);
const idsOf = async (query: string, by = pilot) => (await list(query, by)).map(({ id }) => id);

describe("the list of contracts", () => {
  it("is ordered by age, deadline or pay, and comes in pages", async () => {
    const listed = (n: number, pay: number, deadline: string | null) =>
      contract({
        status: "posted",
        pay,
        deadline,
        posted_at: `2026-01-0${n}T00:00:00.000Z`,
        title: `No. ${n}`,
      });
    const a = await listed(1, 300, null);
    const b = await listed(3, 100, "2030-01-02T00:00:00.000Z");
    const c = await listed(2, 300, "2030-01-01T00:00:00.000Z");
    for (const [query, ids] of [
      ["", [b, c, a]],
      ["show=active", [b, c, a]],
      ["sort=deadline", [c, b, a]],
      ["sort=pay", [c, a, b]],
    ] as const)
      expect([query, await idsOf(`?${query}`)]).toEqual([query, ids]);
    for (const sort of ["newest", "deadline", "pay"]) {
      const all = await idsOf(`?show=active&sort=${sort}`);
      const paged: number[] = [];
      for (let path: string | null = `/api/contracts/1?show=active&sort=${sort}&limit=1`; path; ) {
        const { text, headers } = await pilot.call("GET", path);
        paged.push(...(JSON.parse(text) as Contract[]).map(({ id }) => id));
        path = nextOf(headers);
      }
      expect(paged).toEqual(all);
    }
  });

  it("is narrowed by every filter", async () => {
    const { id } = await write({
      ...{
        status: "posted",
        title: "Årets Æbler",
        location: "Ørestad",
        type: "trade",
        serviceType: "escort_services",
      },
      ...{ paymentType: "hourly", hourlyRate: 50, estimatedHours: 2, riskLevel: "high", currency: "REC" },
    });
    const taken = await write({ status: "posted" });
    await edit(taken.id, { assignedTo: pilot.userId });
    await write({}, admin);
    const late = await contract({
      status: "posted",
      deadline: hoursFromNow(-1),
      title: "Late",
      type: "research",
    });
    for (const [query, ids] of [
      ["q=ÅRETS", [id]],
      ["q=ørestad", [id]],
      ["q=vega", [taken.id, id]],
      ["q=nothing", []],
      ["location=ØRE", [id]],
      ["location=vega", []],
      ["location=årets", []],
      ["type=research", [late]],
      ["status=posted", [late, id]],
      ["status=available", [id]],
      ["status=accepted", [taken.id]],
      ["type=trade", [id]],
      ["serviceType=escort_services", [id]],
      ["paymentType=hourly", [id]],
      ["risk=high", [id]],
      ["currency=REC", [id]],
      ["open=1", [id]],
      ["mine=assigned", [taken.id]],
      ["mine=posted", []],
      ["risk=high&currency=UEC", []],
    ] as const)
      expect([query, await idsOf(`?${encodeURI(query)}`)]).toEqual([query, ids]);
    expect(await idsOf("?mine=posted", writer)).toEqual([taken.id, id]);
    expect(await idsOf("?open=1", writer)).toEqual([]);
  });

  it("excludes contracts that the reader applied for, and late ones, from those open to them", async () => {
    const { id } = await write({ status: "posted" });
    await raw.DB.prepare(
      `insert into contract_applications (organization_id, kind, contract_id, user_id, first_name, last_name, discord_username,
         timezone, experience, ship_type, availability, background_check, created_at, updated_at)
       values (1, 'contract', ?, ?, '', '', '', '', '', '', '', 1, '', '')`,
    )
      .bind(id, pilot.userId)
      .run();
    await contract({ status: "posted", deadline: hoursFromNow(-1), posted_at: "2026-01-01T00:00:00.000Z" });
    expect(await idsOf("?open=1")).toEqual([]);
    expect(await list("?show=active&limit=1")).toMatchObject([
      { applicationId: 1, can: { apply: false, open: true } },
    ]);
    expect(await pilot.ok("GET", "/api/contracts/1/counts")).toMatchObject({
      open: 0,
      applications: 1,
      active: 2,
    });
    expect(await idsOf("?open=1", await person("member"))).toEqual([id]);
  });

  it("answers a cursor while it finds nothing, and finds a contract behind many that do not match", async () => {
    const { id } = await write({ status: "posted", riskLevel: "high" });
    await raw.DB.prepare(
      `with recursive n(value) as (select 1 union all select value + 1 from n where value < ?)
       insert into contracts (organization_id, title, pay, status, posted_at, created_by, created_at, updated_at)
       select 1, 'Haul', 1, 'posted', '2999-01-01T00:00:00.000Z', 1, '', '' from n`,
    )
      .bind(LOOKED_THROUGH)
      .run();
    const first = await pilot.call("GET", "/api/contracts/1?risk=high");
    expect(JSON.parse(first.text)).toEqual([]);
    const next = await pilot.call("GET", nextOf(first.headers) ?? "");
    expect((JSON.parse(next.text) as Contract[]).map((each) => each.id)).toEqual([id]);
    expect(nextOf(next.headers)).toBeNull();
  });
});

it("changes its entity tag when the next deadline of a posted contract passes", async () => {
  const next = async () => (await nextDeadline(openDb(raw.DB, undefined).db, 1, new Date()))?.toISOString();
  for (const [status, hours] of [
    ["posted", -1],
    ["draft", 1],
    ["posted", null],
  ] as const)
    await contract({ status, deadline: hours && hoursFromNow(hours) });
  expect(await next()).toBeUndefined();
  const [soon, later] = [hoursFromNow(2), hoursFromNow(3)];
  for (const deadline of [later, soon]) await contract({ status: "posted", deadline });
  expect(await next()).toBe(soon);
});

describe("the list of assignable members", () => {
  it("are the active ones by name, listed to users with contracts.write", async () => {
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(admin.memberId).run();
    const names = async (query: string) =>
      (await writer.ok<ContractMember[]>("GET", `/api/contracts/1/members${query}`)).map(
        ({ displayName }) => displayName,
      );
    expect(await names("")).toEqual(["Nova Hale", "Vega Rook"]);
    expect(await names("?q=nova")).toEqual(["Nova Hale"]);
    expect(await names(`?userId=${writer.userId}`)).toEqual(["Vega Rook"]);
    expect(await names(`?userId=${admin.userId}`)).toEqual([]);
    expect((await writer.call("GET", "/api/contracts/1/members")).text).not.toContain("email");
    expect((await pilot.fails("GET", "/api/contracts/1/members")).code).toBe("forbidden");
  });
});

it("answers 404 for contracts of another organization, and lists none", async () => {
  const elsewhere = await organization();
  const stranger = await person("administrator", elsewhere);
  const { id } = await write({ status: "posted" });
  for (const [method, path, body] of [
    ["GET", `/api/contracts/1`, undefined],
    ["GET", `/api/contracts/${id}/record`, undefined],
    ["PUT", `/api/contracts/${id}`, { title: "Ours" }],
    ["POST", "/api/contracts", { ...TERMS, organizationId: 1 }],
  ] as const)
    expect((await stranger.fails(method, path, body)).code).toBe("not_found");
  expect(await stranger.ok("GET", `/api/contracts/${elsewhere}`)).toEqual([]);
  const problem = await writer.fails("PUT", `/api/contracts/${id}`, { assignedTo: stranger.userId });
  expect(problem.errors).toEqual({ assignedTo: ["Pick an active member whose role sees contracts"] });
});
