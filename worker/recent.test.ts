import { expect, it } from "vitest";
import { API } from "./app.ts";
import { crmBot } from "./features/discord/testing/discord.factory.ts";
import { ageProofs, outcomeOf } from "./features/second-factor/testing/second-factor.factory.ts";
import { madeRequest } from "./testing/cases.ts";
import { resetDiscord } from "./testing/discord.ts";
import { reachOf } from "./testing/reach.ts";
import { callRoute, isByMachine, ROUTES, type RouteCase, type Scene } from "./testing/routes.ts";
import { type Caller, person, prospect, raw, value } from "./testing/world.ts";

/** Routes that hand out access, take it away or take data away: they ask for a recent proof of who the caller is. */
const SENSITIVE = ROUTES.filter(({ proof }) => proof);

it("every route that hands out access asks for a recent proof, and no other does", () => {
  const asking = API.filter(({ proof }) => proof);
  expect(asking.map(({ name }) => name).sort()).toEqual(SENSITIVE.map(({ route }) => route).sort());
});

/** An administrator with a proof, and an officer. */
const someScene = async (): Promise<Scene> => ({
  caller: await person("administrator"),
  role: "administrator",
  isForeign: false,
  officer: await person("officer"),
});

/** Sends a route's valid request, with a proof of this age, to an organization with a CRM bot; says what it reached. */
async function reachWith(each: RouteCase, scene: Scene, minutes: number) {
  const { caller } = scene;
  const { path, body, headers = {} } = await each.request(scene);
  if (!(await value("select count(*) from bots where is_crm_bot = 1"))) await crmBot();
  await ageProofs(caller, minutes);
  const [method = ""] = each.route.split(" ");
  return reachOf(() => caller.call(method, path, { body, headers }));
}

/** The routes of people; what gateways report is signed with a secret of theirs, and live updates are no request. */
const OF_PEOPLE = ROUTES.filter((each) => !isByMachine(each) && each.route !== "GET /api/live");

it("no request with an old proof hands out or ends access, opens a secret or takes data away, unless its case says why", async () => {
  await resetDiscord();
  const scene = await someScene();
  const found: [route: string, reached: string[]][] = [];
  for (const each of OF_PEOPLE) {
    const { reached } = await reachWith(each, scene, 31);
    if (reached.length > 0) found.push([each.route, reached]);
  }
  const unexplained = found.filter(
    ([route]) => !ROUTES.some((each) => each.route === route && each.unproven),
  );
  expect(unexplained).toEqual([]);
  // A request that its case says is refused reaches something only where a bot is there meanwhile.
  const needless = ROUTES.filter(
    ({ route, unproven, code }) => unproven && !code && !found.some(([name]) => name === route),
  );
  expect(needless.map(({ route }) => route)).toEqual([]);
  for (const { unproven } of ROUTES) if (unproven) expect(unproven).toMatch(/^[A-Z].{20,}\.$/);
});

it("every route that asks for a recent proof reaches guarded data, so that tables declare all that proofs protect", async () => {
  await resetDiscord();
  const scene = await someScene();
  const idle: string[] = [];
  for (const each of SENSITIVE) {
    // A refused request reaches nothing, a new passkey begins with a challenge, and a restore with a rehearsal.
    if ((each.status ?? 200) >= 400 || /\/(passkeys\/options|rehearse)$/.test(each.route)) continue;
    const { reached } = await reachWith(each, scene, 0);
    if (reached.length === 0) idle.push(each.route);
  }
  expect(idle).toEqual([]);
});

it("such a request is refused half an hour after the last proof with a code of its own, and writes nothing", async () => {
  const scene = await someScene();
  const { caller } = scene;
  for (const each of SENSITIVE) {
    const { provenIf, request } = each;
    await ageProofs(caller, 31);
    const make = () => (provenIf ? madeRequest(provenIf.needs) : request(scene));
    const { answer } = await callRoute({ ...each, request: make }, scene);
    const { code } = JSON.parse(answer.text) as { code: string };
    expect([each.route, answer.status, code]).toEqual([each.route, 403, "reauthentication_required"]);
    expect(answer.meter.rowsWritten).toBe(0);
    if (!provenIf) continue;
    const { answer: other } = await callRoute(
      { ...each, request: () => madeRequest(provenIf.needsNone) },
      scene,
    );
    expect([each.route, other.status]).toEqual([each.route, each.status ?? 200]);
  }
});

it("giving and taking an administrative role, and deactivating its holders, need a recent proof", async () => {
  const administrator = await person("administrator");
  const member = await person("member");
  const other = await person("administrator");
  const officer = await person("officer");
  const ofOther = await prospect({ user_id: other.userId, status: "active" });
  const ofMember = await prospect({ user_id: member.userId, status: "active" });
  await ageProofs(administrator, 31);
  const give = async (key: string, { memberId }: Caller) => {
    const roleId = await value("select id from roles where organization_id = 1 and key = ?", key);
    return administrator.call("PUT", `/api/members/${memberId}/role`, { body: { roleId } });
  };
  const set = (status: string, { memberId }: Caller) =>
    administrator.call("PUT", `/api/members/${memberId}/status`, { body: { status } });
  const move = (status: string) =>
    administrator.call("PATCH", `/api/prospects/${ofOther}/status`, { body: { status } });
  const moveAll = (status: string) => {
    const body = { prospects: [{ id: ofMember }, { id: ofOther }], change: { kind: "status", status } };
    return administrator.call("POST", "/api/prospects/bulk", { body });
  };
  for (const attempt of [
    () => give("administrator", member),
    () => give("member", other),
    () => set("inactive", other),
    () => move("inactive"),
    () => moveAll("inactive"),
  ])
    expect(outcomeOf(await attempt())).toEqual([403, "reauthentication_required"]);
  await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(other.memberId).run();
  expect(outcomeOf(await set("active", other))).toEqual([403, "reauthentication_required"]);
  expect((await give("recruiter", member)).status).toBe(200);
  expect((await set("inactive", officer)).status).toBe(200);
});

it("adding a user needs a recent proof", async () => {
  const administrator = await person("administrator");
  const body = { username: "vega.rook", displayName: "Vega", password: "nebula-drift-9", role: "member" };
  const add = () => administrator.call("POST", "/api/register", { body });
  await ageProofs(administrator, 31);
  expect(outcomeOf(await add())).toEqual([403, "reauthentication_required"]);
  expect(await value("select count(*) from users")).toBe(1);
  await ageProofs(administrator, 29);
  expect((await add()).status).toBe(201);
});
