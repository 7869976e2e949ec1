import { expect, it } from "vitest";
import { type $ZodType, toJSONSchema } from "zod/v4/core";
import { API } from "./app.ts";
import { postedBy } from "./features/applications/testing/applications.factory.ts";
import { over } from "./features/events/testing/attendance.factory.ts";
import { answer, event, terms } from "./features/events/testing/events.factory.ts";
import { customRole, holderOf } from "./features/roles/testing/roles.factory.ts";
import { wish } from "./features/wishes/testing/wishes.factory.ts";
import { type Caller, person, prospect, value } from "./testing/world.ts";

type Request = { path: string; body: Record<string, unknown> };

/** The fields of requests that name a user or a member. */
const NAMING = /^(userId|memberId|assignedTo|organizerId|payer|receiver|to)$/;

/** Routes by which a user gives somebody a part in a record, each with a request of an administrator for it. */
const GIVING: Record<string, (to: Caller, by: Caller) => Promise<Request>> = {
  "POST /api/events/:id/people": async ({ userId }) => ({
    path: `/api/events/${await event()}/people`,
    body: { userId },
  }),
  "PUT /api/events/:id/attendance": async ({ userId }) => ({
    path: `/api/events/${await over()}/attendance`,
    body: { people: [{ userId, answer: "yes" }] },
  }),
  "POST /api/events": async ({ userId }) => ({ path: "/api/events", body: terms({ organizerId: userId }) }),
  "PATCH /api/events/:id": async ({ userId }) => ({
    path: `/api/events/${await event()}`,
    body: { organizerId: userId },
  }),
  "POST /api/contracts": async ({ userId }) => ({
    path: "/api/contracts",
    body: { title: "Haul", description: "Ore", amount: 100, status: "draft", assignedTo: userId },
  }),
  "PUT /api/contracts/:id": async ({ userId }, by) => ({
    path: `/api/contracts/${await postedBy(by)}`,
    body: { assignedTo: userId },
  }),
  "PUT /api/contracts/:id/payout": async ({ userId }, by) => ({
    path: `/api/contracts/${await postedBy(by, { status: "accepted", assigned_to: by.userId })}/payout`,
    body: { mode: "equal", lines: [{ userId, value: 1 }], version: 0 },
  }),
  "POST /api/wishes/:id/vote": async ({ userId }) => ({
    path: `/api/wishes/${await wish()}/vote`,
    body: { userId },
  }),
  "POST /api/prospects": async ({ memberId }) => ({
    path: "/api/prospects",
    body: { displayName: "Vega", assignedTo: memberId },
  }),
  "PATCH /api/prospects/:id/assign": async ({ memberId }) => ({
    path: `/api/prospects/${await prospect()}/assign`,
    body: { assignedTo: memberId },
  }),
  "PATCH /api/prospects/:id/status": async ({ memberId }) => ({
    path: `/api/prospects/${await prospect()}/status`,
    body: { status: "onboarding", assignedTo: memberId },
  }),
  "POST /api/prospects/bulk": async ({ memberId }) => ({
    path: "/api/prospects/bulk",
    body: { prospects: [{ id: await prospect() }], change: { kind: "assign", assignedTo: memberId } },
  }),
  "POST /api/prospects/reassign": async ({ memberId }, by) => {
    await prospect({ assigned_to: by.memberId });
    return { path: "/api/prospects/reassign", body: { from: by.memberId, to: memberId } };
  },
};

/** The other routes that name somebody, and why nobody is given a part in a record by them. */
const OTHERS: Record<string, string> = {
  "POST /api/leaves": "Says when a member is away, which they see themselves whatever their role.",
  "PATCH /api/leaves/:id": "Names the last day as well, as `to`.",
  "POST /api/contracts/:id/expenses": "Names somebody of the split, who was given that part before.",
  "POST /api/contracts/:id/corrections": "Names people of the payout, who were given that part before.",
};

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: $ZodType): string[] {
  const found: string[] = [];
  toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => void found.push(...Object.keys(jsonSchema.properties ?? {})),
  });
  return found;
}

it("each route whose request names somebody is one that gives them a part in a record, or says what else it does", () => {
  const naming = API.filter(({ body }) => body && fieldsOf(body).some((field) => NAMING.test(field)));
  expect(naming.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(GIVING), ...Object.keys(OTHERS)].sort(),
  );
  for (const reason of Object.values(OTHERS)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

it("nobody is given a part in what their role does not open, and nothing is written", async () => {
  const administrator = await person("administrator");
  const [officer, stranger] = [await person("officer"), await holderOf(await customRole(["dashboard.view"]))];
  for (const [route, make] of Object.entries(GIVING)) {
    const [method = ""] = route.split(" ");
    const send = async (to: Caller) => {
      const { path, body } = await make(to, administrator);
      return administrator.call(method, path, { body });
    };
    const refused = await send(stranger);
    expect([route, [400, 409].includes(refused.status), refused.meter.rowsWritten]).toEqual([route, true, 0]);
    expect([route, (await send(officer)).status < 300]).toEqual([route, true]);
  }
});

it("nobody is given a part in an event that is for other roles, except who went to it while they saw it", async () => {
  const [officer, member] = [await person("officer"), await person("member")];
  const audience = await value(
    "select json_array(id) from roles where organization_id = 1 and key = 'recruiter'",
  );
  const future = await event({ audience });
  const past = await over(1, { audience });
  const people = [{ userId: member.userId, answer: "yes" }];
  const joined = await officer.fails("POST", `/api/events/${future}/people`, { userId: member.userId });
  expect(joined).toMatchObject({ status: 409, code: "event_not_theirs" });
  const confirm = () => officer.call("PUT", `/api/events/${past}/attendance`, { body: { people } });
  const { status, text } = await confirm();
  expect([status, Object.keys(JSON.parse(text).errors)]).toEqual([400, ["people"]]);
  await answer(past, member.userId);
  expect((await confirm()).status).toBe(200);
});
