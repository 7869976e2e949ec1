import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, hoursFromNow, organization, person, rows } from "../../testing/world.ts";
import type { Contract } from "./contracts.schema.ts";
import { contract } from "./testing/contracts.factory.ts";

let writer: Caller;
let pilot: Caller;
beforeEach(async () => {
  writer = await person("recruiter", 1, "Vega Rook");
  pilot = await person("member", 1, "Nova Hale");
});

/** The form of an older client: every field, with user ids that the server ignores. */
const form = (values: Record<string, unknown> = {}) => ({
  ...{ title: "Haul quantanium", description: "Lorville to Area18", amount: 50_000, currency: "aUEC" },
  ...{ paymentType: "flat_rate", percentageOf: null, hourlyRate: null, estimatedHours: null },
  ...{ status: "draft", type: "mining", riskLevel: "low", location: "Lorville", duration: "2 hours" },
  ...{ organizationId: 1, postedBy: writer.memberId, createdBy: writer.memberId },
  ...{ deadline: null, assignedTo: null },
  ...values,
});

/** The fields of a contract that older clients read. */
const FIELDS = [
  ...["id", "title", "description", "amount", "currency", "paymentType", "percentageOf", "hourlyRate"],
  ...[
    "estimatedHours",
    "status",
    "type",
    "assignedTo",
    "deadline",
    "organizationId",
    "postedBy",
    "createdBy",
  ],
  ...["createdAt", "updatedAt", "riskLevel", "location", "duration", "postedByMember"],
];

describe("an older client", () => {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await writer.call(method, path, { body, headers: { "Content-Type": "application/json" } });
    expect([method, path, answer.status < 300, answer.text.slice(0, 200)]).toEqual([
      ...[method, path, true, expect.anything()],
    ]);
    return answer.text ? JSON.parse(answer.text) : null;
  };

  it("creates, reads, edits, posts, returns, closes and deletes", async () => {
    const made = await send("POST", "/api/contracts", form());
    for (const field of FIELDS) expect(Object.keys(made)).toContain(field);
    const { title, amount, deadline, assignedTo } = made;
    expect([title, amount, deadline, assignedTo]).toEqual(["Haul quantanium", 50_000, null, null]);
    expect(made.postedByMember).toMatchObject({ displayName: "Vega Rook" });

    const path = `/api/contracts/${made.id}`;
    const read = await send("GET", "/api/contracts/1");
    expect(read).toEqual([made]);
    const edited = await send("PUT", path, form({ title: "Haul gold", deadline: "2199-01-01T00:00:00Z" }));
    expect(edited).toMatchObject({ id: made.id, title: "Haul gold", deadline: "2199-01-01T00:00:00.000Z" });
    expect(await send("PATCH", `${path}/post`)).toMatchObject({ id: made.id, status: "posted" });
    expect(await send("PUT", path, form({ status: "posted", assignedTo: pilot.userId }))).toMatchObject({
      ...{ status: "accepted", assignedTo: pilot.userId },
    });
    const own = { title: "Haul gold", assignedTo: pilot.userId };
    for (const status of ["accepted", "completed", "closed"])
      expect(await send("PUT", path, form({ ...own, status }))).toMatchObject({ ...own, status });

    const other = await send("POST", "/api/contracts", form({ status: "active" }));
    expect(other.status).toBe("active");
    expect((await send("PUT", `/api/contracts/${other.id}`, form({ status: "draft" }))).status).toBe("draft");
    expect(await send("DELETE", `/api/contracts/${other.id}`)).toBeNull();
    expect((await send("GET", "/api/contracts/1")).map((each: Contract) => each.id)).toEqual([made.id]);
  });

  it("acts as the user of the session, not as the user that its form names", async () => {
    const made = await send("POST", "/api/contracts", form({ postedBy: pilot.memberId, createdBy: "9" }));
    expect(made).toMatchObject({ postedBy: writer.memberId, createdBy: writer.memberId });
    const edited = await send(
      "PUT",
      `/api/contracts/${made.id}`,
      form({ postedBy: pilot.memberId, createdBy: null }),
    );
    expect(edited).toMatchObject({ postedBy: writer.memberId, createdBy: writer.memberId });
  });
});

it("rounds decimals half up: amounts and rates to whole units, percentages and hours to hundredths", async () => {
  const send = (input: object) => writer.ok("POST", "/api/contracts", { title: "Haul", ...input });
  const share = { paymentType: "percentage", amount: 2.5, percentageOf: 12.345 };
  expect(await send(share)).toMatchObject({ amount: 3, percentageOf: 12.35 });
  const hourly = { paymentType: "hourly", hourlyRate: 0.49, estimatedHours: 1.005 };
  expect(await send(hourly)).toMatchObject({ hourlyRate: 0, estimatedHours: 1.01 });
});

it("refuses invalid input naming the field, and writes nothing", async () => {
  const stranger = await person("member", await organization());
  const id = await contract({
    created_by: writer.memberId,
    posted_by: writer.memberId,
    status: "posted",
    amount: 5,
    pay: 5,
  });
  const before = await rows("select * from contracts");
  for (const [field, ...values] of [
    ["title", "", "  ", null, "x".repeat(121), 7],
    ["description", "x".repeat(4_001), 7],
    ["amount", -1, -0.4, 100_000_000_001, 1e300, null, "5", "NaN"],
    ["currency", "EUR", null],
    ["paymentType", "fixed", null],
    ["percentageOf", -0.01, 100.01, 101, 1e300, "5"],
    ["hourlyRate", -1, -0.4, 100_000_001],
    ["estimatedHours", -1, 1_000.01],
    ["status", "done", null],
    ["type", "racing", null],
    ["serviceType", "mining"],
    ["riskLevel", "extreme"],
    ["location", "x".repeat(121)],
    ["duration", "x".repeat(121)],
    ["deadline", hoursFromNow(-1), "2020-01-01", "tomorrow", 5],
    ["assignedTo", -1, 0, 1.5, "5", 999_999, stranger.userId],
    ["version", -1, "1"],
    ["pay", 5],
    ["closedAt", hoursFromNow(1)],
  ] as const)
    for (const value of values)
      for (const [method, path] of [
        ["POST", "/api/contracts"],
        ["PUT", `/api/contracts/${id}`],
      ] as const) {
        const body = { title: "Haul", [field]: value };
        const answer = await writer.call(method, path, { body });
        const problem = JSON.parse(answer.text);
        const found = [method, field, value, answer.status, Object.keys(problem.errors ?? {})];
        expect(found).toEqual([method, field, value, 400, [field]]);
      }
  for (const text of ['{"title":"Haul","amount":NaN}', '{"title":"Haul","amount":1e999}', "{"])
    expect((await writer.call("POST", "/api/contracts", { body: text })).status).toBe(400);
  const huge = JSON.stringify({ title: "Haul", description: "x".repeat(300_000) });
  expect((await writer.call("POST", "/api/contracts", { body: huge })).status).toBe(413);
  expect((await writer.fails("POST", "/api/contracts", { title: "Haul", organizationId: 999 })).code).toBe(
    "not_found",
  );
  expect((await writer.fails("PUT", `/api/contracts/${id}`, { organizationId: 999 })).code).toBe("not_found");
  for (const query of [
    "sort=title",
    "show=all",
    "status=done",
    "risk=1",
    "open=0",
    "mine=all",
    "limit=0",
    "cursor=x",
    "q=a&q=b",
    `q=${"x".repeat(65)}`,
  ]) {
    const problem = await writer.fails("GET", `/api/contracts/1?${query}`);
    expect([query, Object.keys(problem.errors ?? {})]).toEqual([query, [query.slice(0, query.indexOf("="))]]);
  }
  expect(await rows("select * from contracts")).toEqual(before);
});
