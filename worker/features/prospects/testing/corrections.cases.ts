import { type RouteCase, read, type Scene } from "../../../testing/cases.ts";
import { raw } from "../../../testing/database.ts";
import { person } from "../../../testing/world.ts";
import { prospect } from "./prospects.factory.ts";

const SEES_ALL = { ownsOr: ["prospects.read_all"], ofOrganization: true } satisfies Partial<RouteCase>;
const REMOVES = {
  access: ["prospects.write", "prospects.read_all"],
  isEachNeeded: true,
  ofOrganization: true,
} satisfies Partial<RouteCase>;

/** A prospect at onboarding of the caller, or else of the officer. */
const theirProspect = ({ isForeign, role, caller, officer }: Scene) => {
  const worker = isForeign || role === null || role === "member" ? officer : caller;
  return prospect({ status: "onboarding", assigned_to: worker.memberId });
};

/** A prospect with a user, a Discord account and everything that a merge takes over. */
async function synced(): Promise<number> {
  const { userId } = await person(null);
  const account = String(300_000_000_000_000_000n + BigInt(userId));
  await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(account, userId).run();
  const id = await prospect({ user_id: userId, discord_id: account, email: "a@example.org", notes: "Mines" });
  await raw.DB.prepare("update prospects set star_citizen_id = 'Mira' || id where id = ?").bind(id).run();
  return id;
}

/** A prospect that was merged into another one, or deleted. */
async function removed({ officer }: Scene, isMerged: boolean): Promise<number> {
  const id = await (isMerged ? synced() : prospect({ status: "onboarding", assigned_to: officer.memberId }));
  if (isMerged) await officer.ok("POST", `/api/prospects/${await prospect()}/merge`, { otherId: id });
  else await officer.ok("DELETE", `/api/prospects/${id}`, { reason: "By mistake" });
  return id;
}

export const cases: RouteCase[] = [
  read(
    "/api/prospects/:orgId/duplicates",
    ["prospects.write"],
    "/api/prospects/1/duplicates?displayName=Person%201&username=person1&discordId=200000000000000001&starCitizenId=P&except=1",
    { ...SEES_ALL, kind: "search" },
  ),
  {
    route: "PATCH /api/prospects/:id",
    access: ["prospects.write"],
    ...SEES_ALL,
    request: async (scene) => ({
      path: `/api/prospects/${await theirProspect(scene)}`,
      body: {
        displayName: "Vega Rook",
        username: "vega",
        email: "v@example.org",
        discordId: String(400_000_000_000_000_000n + BigInt(await theirProspect(scene))),
        starCitizenId: "VegaRook",
        referralSource: "A friend",
        version: 1,
      },
    }),
  },
  {
    route: "POST /api/prospects/:id/merge",
    ...REMOVES,
    // Changes two prospects.
    kind: "several",
    request: async () => ({
      path: `/api/prospects/${await prospect()}/merge`,
      body: { otherId: await synced(), version: 1 },
    }),
  },
  {
    route: "DELETE /api/prospects/:id",
    ...REMOVES,
    request: async (scene) => ({
      path: `/api/prospects/${await theirProspect(scene)}`,
      body: { reason: "Asked us to", version: 1 },
    }),
    status: 204,
  },
  {
    route: "GET /api/prospects/:id/removal",
    ...REMOVES,
    request: async (scene) => ({ path: `/api/prospects/${await removed(scene, false)}/removal` }),
  },
  {
    route: "POST /api/prospects/:id/restore",
    ...REMOVES,
    kind: "several",
    request: async (scene) => ({ path: `/api/prospects/${await removed(scene, true)}/restore` }),
  },
];
