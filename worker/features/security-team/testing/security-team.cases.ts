import type { Budget } from "../../../testing/budgets.ts";
import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { type Caller, person, raw } from "../../../testing/world.ts";
import { applied, chooseRole, onTrial, putOnHold, reviewed, written } from "./security-team.factory.ts";

const BASE = "/api/security-applications";
const REVIEWS = ["security.review" as const];
const SCOPE = ["security.view" as const, ...REVIEWS];
const DAILY = "Daily work; a role of the administration takes a proof.";
/** Flags and reviews read several tables. */
export const LIST: Budget = { trips: 2, written: 0, read: (answered) => 15 * answered + 100 };

/** The owner of an application that the caller may read: another member for a reviewer, else the caller. */
async function applicantOf({ isForeign, role, caller }: Scene): Promise<Caller> {
  const isReviewer = role === "officer" || role === "administrator";
  if (isForeign || isReviewer || caller.token === null) return person("member");
  await raw.DB.prepare("delete from contract_applications where user_id = ?").bind(caller.userId).run();
  return caller;
}

/** A message of the caller about an application that they may read. */
async function message(scene: Scene): Promise<number> {
  const author = scene.isForeign || scene.caller.token === null ? scene.officer : scene.caller;
  return written(await applied(await applicantOf(scene)), author);
}

/** A request of a reviewer about an application of another member. */
const reviewing = (route: string, body: object, make: () => Promise<number> = applied): RouteCase => ({
  route: `${route.split(" ")[0]} ${BASE}/:id/${route.split(" ")[1]}`,
  access: REVIEWS,
  request: async () => ({ path: `${BASE}/${await make()}/${route.split(" ")[1]}`, body: { ...body } }),
  ofOrganization: true,
  // A refusal may answer with the application, which counts as reading its answers.
  generated: { leaves: ["audit_log", "security_looks", "revisions"] },
});

export const cases: RouteCase[] = [
  read("/api/security-team/:orgId", ["security.view", "security.review"], "/api/security-team/1", {
    // As many people as it shows by each way into the team.
    budget: { trips: 2, written: 0, read: () => 2_000, grows: true },
  }),
  read(`${BASE}/:orgId`, REVIEWS, `${BASE}/1?limit=10`, { budget: LIST }),
  {
    route: `GET ${BASE}/:id/details`,
    access: "signed-in",
    ownsOr: REVIEWS,
    scope: SCOPE,
    request: async (scene) => {
      const id = await applied(await applicantOf(scene));
      await written(id, scene.officer);
      return { path: `${BASE}/${id}/details` };
    },
    // Records the first read of a day.
    budget: { trips: 3, written: 6, read: () => 100 },
    ofOrganization: true,
  },
  {
    ...reviewing("POST reviews", { verdict: "trial", text: "Calm under fire" }, async () =>
      reviewed(await applied(), "accept"),
    ),
  },
  {
    ...reviewing(
      "PATCH decision",
      { decision: "trial", trialWeeks: 4, message: "Welcome", version: 1 },
      async () => {
        await chooseRole();
        return reviewed(await applied(), "trial", "accept");
      },
    ),
    kind: "several",
    unproven: DAILY,
  },
  reviewing("POST hold", { reason: "Which ships do you fly?", version: 1 }),
  reviewing("POST resume", { version: 1 }, async () => putOnHold(await applied())),
  reviewing("POST flags", { kind: "not_verified", word: "Seen in voice" }),
  {
    route: `POST ${BASE}/:id/messages`,
    access: "signed-in",
    ownsOr: REVIEWS,
    scope: SCOPE,
    request: async (scene) => ({
      path: `${BASE}/${await applied(await applicantOf(scene))}/messages`,
      body: { text: "When do you fly?" },
    }),
    status: 201,
    ofOrganization: true,
  },
  {
    ...reviewing("POST deletion", { reason: "Sent by mistake" }),
    access: ["admin.system"],
    proof: true,
    status: 204,
  },
  {
    route: "PATCH /api/security-messages/:id",
    access: "signed-in",
    ownsOr: [],
    scope: SCOPE,
    request: async (scene) => ({
      path: `/api/security-messages/${await message(scene)}`,
      body: { text: "When do you fly, and with whom?", version: 1 },
    }),
    ofOrganization: true,
  },
  {
    route: "DELETE /api/security-messages/:id",
    access: "signed-in",
    ownsOr: [],
    scope: SCOPE,
    request: async (scene) => ({ path: `/api/security-messages/${await message(scene)}` }),
    status: 204,
    ofOrganization: true,
  },
  {
    route: "POST /api/security-messages/:id/removal",
    access: REVIEWS,
    request: async () => {
      const applicant = await person("member");
      return {
        path: `/api/security-messages/${await written(await applied(applicant), applicant)}/removal`,
        body: { reason: "Names a third person", version: 1 },
      };
    },
    ofOrganization: true,
  },
  {
    route: "PATCH /api/security-trials/:id",
    access: REVIEWS,
    request: async () => ({
      path: `/api/security-trials/${await onTrial(await person("recruiter"), 3, {})}`,
      body: { outcome: "end", reason: "No time", version: 1 },
    }),
    kind: "several",
    unproven: DAILY,
    ofOrganization: true,
  },
];
