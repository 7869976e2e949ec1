import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";
import { person, value } from "../../../testing/world.ts";
import { prospect } from "../../prospects/testing/prospects.factory.ts";
import { ANSWERS, openDoor, organizationOf, sentBy } from "./joining.factory.ts";

const OWN = "/api/admissions/own";
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
    route: `GET ${OWN}`,
    access: "signed-in",
    request: () => ({ path: OWN }),
  },
  {
    route: `PUT ${OWN}/draft`,
    access: "signed-in",
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
  onSent("POST", "messages", { text: "When do you fly?" }, { status: 201, kind: "create" }),
  {
    route: "GET /api/prospects/:id/application",
    access: ["prospects.read"],
    ownsOr: ["prospects.read_all"],
    request: async (scene) => ({
      path: `/api/prospects/${(await theirs(scene)).prospectId}/application`,
    }),
    ofOrganization: true,
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
];
