import { BUDGETS } from "../../../testing/budgets.ts";
import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";
import { person, value } from "../../../testing/world.ts";
import { prospect } from "../../prospects/testing/prospects.factory.ts";
import { ANSWERS, openDoor, organizationOf, sentBy, template } from "./joining.factory.ts";

const OWN = "/api/admissions/own";
const TEMPLATE = { name: "Welcome", textEn: "Hello {name}", textDa: "Hej {name}" };
let turn = 0;

const isSent = (userId: number) =>
  value<number>("select count(*) from admissions where user_id = ? and status = 'sent'", userId);

/** A request about the caller's sent application. */
const onSent = (
  method: string,
  rest: string,
  body: Record<string, unknown>,
  more: Partial<RouteCase> = {},
): RouteCase => ({
  route: `${method} ${OWN}/${rest}`,
  access: "signed-in",
  inBrowser: true,
  request: async ({ caller, officer }) => {
    const { userId } = caller.userId ? caller : officer;
    // A message with a key that was used stays about the same application.
    const isKept = rest === "messages" && (await isSent(userId));
    if (!isKept) await sentBy({ userId });
    return { path: `${OWN}/${rest}`, body };
  },
  ...more,
});

/** A prospect at onboarding of the caller, or else of the officer, with an application. */
async function theirs({ isForeign, role, caller, officer }: Scene) {
  const isWorker = !isForeign && role !== null && role !== "member";
  const { memberId } = isWorker ? caller : officer;
  const prospectId = await prospect({ status: "onboarding", assigned_to: memberId });
  return sentBy(await person(null), { prospect_id: prospectId });
}

export const cases: RouteCase[] = [
  {
    route: "GET /api/join",
    access: "public",
    request: async () => {
      await openDoor();
      return { path: "/api/join" };
    },
  },
  {
    route: `GET ${OWN}`,
    access: "signed-in",
    inBrowser: true,
    request: () => ({ path: OWN }),
  },
  {
    route: `PUT ${OWN}/draft`,
    access: "signed-in",
    inBrowser: true,
    request: async ({ caller, officer }) => {
      const { userId } = caller.userId ? caller : officer;
      const formId = await openDoor(await organizationOf({ userId }));
      await raw.DB.prepare("delete from admissions where user_id = ?").bind(userId).run();
      const formNumber = await value<number>("select live_number from forms where id = ?", formId);
      return { path: `${OWN}/draft`, body: { answers: { name: `E${turn++}` }, formNumber, version: 0 } };
    },
    kind: "create",
  },
  // The second press of Send: what the first one sent is answered.
  onSent("POST", "send", { answers: ANSWERS, version: 0 }),
  onSent("PATCH", "answers", { answers: { ...ANSWERS, name: "Elias Vang" }, version: 1 }),
  onSent("POST", "withdrawal", { version: 1 }, { kind: "create" }),
  onSent(
    "POST",
    "messages",
    { text: "When do you fly?" },
    {
      status: 201,
      // Reads everybody who is told.
      budget: { ...BUDGETS.create, grows: true },
    },
  ),
  {
    route: "GET /api/prospects/:id/application",
    access: ["prospects.read"],
    ownsOr: ["prospects.read_all"],
    request: async (scene) => ({
      path: `/api/prospects/${(await theirs(scene)).prospectId}/application`,
    }),
    ofOrganization: true,
    // With messages, and who applied next.
    budget: { ...BUDGETS.read, read: () => 150 },
  },
  {
    route: "POST /api/admissions/:id/messages",
    access: ["prospects.write"],
    ownsOr: ["prospects.read_all"],
    request: async (scene) => ({
      path: `/api/admissions/${(await theirs(scene)).id}/messages`,
      body: { text: "Do you fly at weekends?" },
    }),
    status: 201,
    kind: "create",
    ofOrganization: true,
  },
  {
    route: "GET /api/review-threads",
    access: ["prospects.read"],
    ownsOr: ["prospects.read_all"],
    request: async (scene) => ({ path: `/api/review-threads?admission=${(await theirs(scene)).id}` }),
    ofOrganization: true,
  },
  read("/api/door-blocks/:orgId", ["admin.system"], "/api/door-blocks/1"),
  {
    route: "PUT /api/door-blocks/:orgId",
    access: ["admin.system"],
    request: async ({ caller }) => {
      await openDoor(await organizationOf(caller));
      return {
        path: "/api/door-blocks/1",
        body: { kind: "handle", value: `Troll${turn++}`, isBlocked: true },
      };
    },
    ofOrganization: true,
  },
  read("/api/door/:orgId", ["admin.system"], "/api/door/1"),
  {
    route: "PUT /api/door/:orgId",
    access: ["admin.system"],
    request: () => ({
      path: "/api/door/1",
      body: { isClosed: false, closedUntil: null, needsEn: `A headset ${turn++}`, needsDa: "Et headset" },
    }),
    ofOrganization: true,
  },
  read("/api/answer-templates/:orgId", ["prospects.write", "admin.system"], "/api/answer-templates/1"),
  {
    route: "POST /api/answer-templates/:orgId",
    access: ["admin.system"],
    request: async () => {
      // Leaves the newest, so that there is room for more.
      await raw.DB.exec(
        "delete from answer_templates where id < (select max(id) - 20 from answer_templates)",
      );
      return { path: "/api/answer-templates/1", body: TEMPLATE };
    },
    status: 201,
    ofOrganization: true,
  },
  {
    route: "PUT /api/answer-templates/:id",
    access: ["admin.system"],
    request: async () => ({
      path: `/api/answer-templates/${await template()}`,
      body: { ...TEMPLATE, name: `Welcome ${turn++}` },
    }),
    ofOrganization: true,
  },
  {
    route: "DELETE /api/answer-templates/:id",
    access: ["admin.system"],
    request: async () => ({ path: `/api/answer-templates/${await template()}` }),
    status: 204,
    ofOrganization: true,
  },
];
