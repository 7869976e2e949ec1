import { beforeEach, describe, expect, it } from "vitest";
import { control, resetDiscord } from "../../testing/discord.ts";
import { type Answer, Caller, call, nobody, person, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { crmBot } from "../discord/testing/discord.factory.ts";
import type { OwnAdmission } from "./joining.schema.ts";
import { ANSWERS, openDoor, setRule } from "./testing/joining.factory.ts";

const OWN = "/api/admissions/own";
let serial = 0;

beforeEach(async () => {
  await resetDiscord();
});

/** Adds a person to the Discord server after the last sync; returns their Discord id. */
async function joins(globalName = "Elias Vang", username = `elias.vang.${++serial}`): Promise<string> {
  const { user } = await control<{ user: { id: string } }>("join", {
    ...{ username, globalName, email: `${username}@example.org`, verified: true },
  });
  return user.id;
}

/** Signs in with Discord as a person; returns the redirect to a page. */
async function signIn(discordId: string, address = "203.0.113.8"): Promise<Answer> {
  const begun = await nobody.call("GET", "/api/auth/discord");
  const url = new URL(begun.headers.get("Location") ?? "");
  const cookie = /grant=[^;]+/.exec(begun.headers.getSetCookie().join())?.[0] ?? "";
  const { code } = await control<{ code: string }>("code", {
    userId: discordId,
    redirectUri: url.searchParams.get("redirect_uri"),
    scopes: url.searchParams.get("scope")?.split(" "),
    challenge: url.searchParams.get("code_challenge"),
  });
  const path = `/api/auth/discord/callback?code=${code}&state=${url.searchParams.get("state")}`;
  return call("GET", path, { headers: { Cookie: cookie, "CF-Connecting-IP": address } });
}
const whereTo = (answer: Answer) => answer.headers.get("Location");
const callerOf = (answer: Answer) =>
  new Caller(/(?:^|,)session=([\w.-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null);

/** Makes a member of the user with a Discord account. */
const makeMember = (discordId: string, status: string) =>
  raw.DB.prepare(
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, u.id, r.id, 'person', ?, '', '' from users u join roles r on r.organization_id = 1 and r.key = 'officer'
     where u.discord_id = ?`,
  )
    .bind(status, discordId)
    .run();

describe("signing in with a Discord account that no sync has seen", () => {
  it("makes a user without prospect and membership and leads to the own application, where the door is open", async () => {
    await openDoor();
    const discordId = await joins();
    const answer = await signIn(discordId);
    expect(whereTo(answer)).toBe("/application");
    const user = await callerOf(answer).ok<CurrentUser>("GET", "/api/user");
    expect(user).toMatchObject({
      ...{ displayName: "Elias Vang", discordId, applies: true, member: null, permissions: [] },
      ...{
        username: `elias.vang.${serial}`,
        email: `elias.vang.${serial}@example.org`,
        signInMethods: ["discord"],
      },
    });
    expect(
      await rows("select (select count(*) from prospects) as p, (select count(*) from members) as m"),
    ).toEqual([{ p: 0, m: 0 }]);
    expect(whereTo(await signIn(discordId))).toBe("/application");
    expect(await value("select count(*) from users")).toBe(1);
  });

  it("makes one user of two first sign-ins at the same time", async () => {
    await openDoor();
    const discordId = await joins();
    const both = await Promise.all([signIn(discordId), signIn(discordId)]);
    expect(both.map(whereTo)).toEqual(["/application", "/application"]);
    expect(await value("select count(*) from users")).toBe(1);
  });

  it("makes ten users from one network in an hour, lets those in further, and makes one from another network", async () => {
    await openDoor();
    const known = await joins();
    expect(whereTo(await signIn(known))).toBe("/application");
    for (let made = 1; made < 10; made++) await signIn(await joins());
    expect(whereTo(await signIn(known))).toBe("/application");
    const late = await joins();
    expect(whereTo(await signIn(late))).toBe("/auth?error=too_many_new");
    expect(await value("select count(*) from users")).toBe(10);
    expect(whereTo(await signIn(late, "203.0.113.9"))).toBe("/application");
  });

  it("gives the user another name than one that looks like a higher member's", async () => {
    await openDoor();
    await person("administrator", 1, "Astrid Holm");
    await person("member", 1, "Mona Lund");
    const alike = await joins("Astrıd  HoIm");
    const both = await joins("Astrid Holm", "astrid holm");
    const plain = await joins("Mona Lund");
    for (const each of [alike, both, plain]) expect(whereTo(await signIn(each))).toBe("/application");
    expect(
      await rows("select display_name, username from users where discord_id is not null order by id"),
    ).toMatchObject([
      { display_name: `elias.vang.${serial - 1}`, username: `elias.vang.${serial - 1}` },
      { display_name: both, username: both },
      { display_name: "Mona Lund" },
    ]);
  });

  it("is refused as ever while the door is closed", async () => {
    expect(whereTo(await signIn(await joins()))).toBe("/auth?error=not_synced");
    expect(await value("select count(*) from users")).toBe(0);
  });
});

it("lets former members in without permissions, and refuses active members who left the server", async () => {
  await openDoor();
  const [former, active] = [await joins(), await joins()];
  for (const each of [former, active]) await signIn(each);
  await makeMember(former, "inactive");
  await makeMember(active, "active");
  const answer = await signIn(former);
  expect(whereTo(answer)).toBe("/application");
  expect(await callerOf(answer).ok("GET", "/api/user")).toMatchObject({ applies: true, permissions: [] });
  expect(whereTo(await signIn(active))).toBe("/auth?error=not_synced");
  await setRule("front_door", false);
  expect(whereTo(await signIn(former))).toBe("/auth?error=not_synced");
});

it("lets applicants in to read their open application while the door is closed, and nobody new", async () => {
  await openDoor();
  const [waiting, drafting, declined] = [await joins(), await joins(), await joins()];
  for (const each of [waiting, declined])
    await callerOf(await signIn(each)).ok("POST", `${OWN}/send`, { answers: ANSWERS, version: 0 });
  await signIn(drafting);
  await raw.DB.prepare("update admissions set status = 'declined' where id = 2").run();
  await setRule("front_door", false);
  const answer = await signIn(waiting);
  expect(whereTo(answer)).toBe("/application");
  const caller = callerOf(answer);
  expect(await caller.ok("GET", "/api/user")).toMatchObject({ applies: true, permissions: [] });
  expect(await caller.ok("GET", OWN)).toMatchObject({
    ...{ admission: { status: "sent" }, can: { send: false, correct: false, withdraw: true, write: false } },
  });
  for (const each of [drafting, declined, await joins()])
    expect(whereTo(await signIn(each))).toBe("/auth?error=not_synced");
  await caller.ok("POST", `${OWN}/withdrawal`, { version: 1 });
  expect(whereTo(await signIn(waiting))).toBe("/auth?error=not_synced");
});

it("lets a former member in by password where the door is open", async () => {
  const username = "Vega Rook";
  const password = "a long password of Vega";
  await nobody.ok("POST", "/api/register", { username, password });
  await raw.DB.prepare(
    `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
     select 1, (select max(id) from users), id, 'person', 'inactive', '', '' from roles where organization_id = 1 and key = 'member'`,
  ).run();
  expect((await nobody.fails("POST", "/api/login", { username, password })).code).toBe("account_inactive");
  await openDoor();
  expect(await nobody.ok("POST", "/api/login", { username, password })).toMatchObject({ applies: true });
});

describe("a sync", () => {
  const sync = async () => (await person("administrator")).ok("POST", "/api/discord/sync-members/1");
  const state = (discordId: string) =>
    rows(
      `select p.status, p.discord_status, a.status as application, u.id = p.user_id as is_theirs
       from prospects p join users u on u.discord_id = p.discord_id
         left join admissions a on a.prospect_id = p.id where p.discord_id = ?`,
      discordId,
    );

  it("attaches to the user and the prospect of an applicant, whether it finds them before or after they send", async () => {
    await openDoor();
    await crmBot();
    const [early, late] = [await joins(), await joins()];
    const [first, second] = [callerOf(await signIn(early)), callerOf(await signIn(late))];
    await first.ok("POST", `${OWN}/send`, { answers: ANSWERS, version: 0 });
    await second.ok("PUT", `${OWN}/draft`, { answers: ANSWERS, formNumber: 1, version: 0 });
    await sync();
    await second.ok("POST", `${OWN}/send`, { answers: ANSWERS, version: 1 });
    await sync();
    const found = { status: "intro", discord_status: "active", application: "sent", is_theirs: 1 };
    expect(await state(early)).toEqual([found]);
    expect(await state(late)).toEqual([found]);
    expect(await value("select count(*) from users where discord_id in (?, ?)", early, late)).toBe(2);
    expect(await second.ok<OwnAdmission>("GET", OWN)).toMatchObject({ isInServer: true });
  });

  it("neither signs an applicant out who leaves the server nor ends the application", async () => {
    await openDoor();
    await crmBot();
    const discordId = await joins();
    const caller = callerOf(await signIn(discordId));
    await caller.ok("POST", `${OWN}/send`, { answers: ANSWERS, version: 0 });
    await sync();
    await control("leave", { userId: discordId });
    await sync();
    expect(await state(discordId)).toMatchObject([
      { status: "intro", discord_status: "left", application: "sent" },
    ]);
    expect(await caller.ok("GET", OWN)).toMatchObject({ isInServer: false, admission: { status: "sent" } });
  });
});
