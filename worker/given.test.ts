import { expect, it } from "vitest";
import { type $ZodType, toJSONSchema } from "zod/v4/core";
import { API } from "./app.ts";
import { over } from "./features/attendance/testing/attendance.factory.ts";
import { answer, event } from "./features/events/testing/events.factory.ts";
import { customRole, holderOf } from "./features/roles/testing/roles.factory.ts";
import { ROUTES, type Scene } from "./testing/routes.ts";
import { type Caller, person, value } from "./testing/world.ts";

/** The fields of requests that name a user or a member. */
const NAMING = /^(userId|memberId|assignedTo|organizerId|payer|receiver|to)$/;

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

it("each route whose request names somebody has a case that gives them a part in a record, or says what it does instead", () => {
  const naming = API.filter(({ body }) => body && fieldsOf(body).some((field) => NAMING.test(field)));
  const stated = ROUTES.filter(({ gives }) => gives);
  expect(naming.map(({ name }) => name).sort()).toEqual(stated.map(({ route }) => route).sort());
  for (const { gives } of stated) if (typeof gives === "string") expect(gives).toMatch(/^[A-Z].{20,}\.$/);
});

it("nobody is given a part in what their role does not open, and nothing is written", async () => {
  const [administrator, officer] = [await person("administrator"), await person("officer")];
  const stranger = await holderOf(await customRole(["dashboard.view"]));
  const scene: Scene = { caller: administrator, role: "administrator", isForeign: false, officer };
  for (const { route, request, gives } of ROUTES) {
    if (typeof gives !== "function") continue;
    const [method = ""] = route.split(" ");
    const send = async (to: Caller) => {
      const { path, body, headers = {} } = await request(scene);
      const given = await gives(to);
      return administrator.call(method, given.path ?? path, { body: { ...body, ...given.body }, headers });
    };
    const { status, meter } = await send(stranger);
    expect([route, [400, 409].includes(status), meter.rowsWritten]).toEqual([route, true, 0]);
    expect([route, (await send(officer)).status < 300]).toEqual([route, true]);
  }
});

it("nobody is given a part in an event that is for other roles, except users who went to it while they saw it", async () => {
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
