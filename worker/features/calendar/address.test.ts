import { expect, it } from "vitest";
import { everythingStored } from "../../testing/inspect.ts";
import { type Caller, person, rows, value } from "../../testing/world.ts";
import { hashToken } from "../sessions/index.ts";
import type { CalendarAddress, NewCalendarAddress } from "./calendar.schema.ts";
import { ask, feedOf } from "./testing/calendar.factory.ts";

const PATH = "/api/calendar-feed";
const make = (caller: Caller) => caller.ok<NewCalendarAddress>("POST", PATH);
const pathOf = ({ url }: NewCalendarAddress) => url.slice(new URL(url).origin.length);
const tokenOf = ({ url }: NewCalendarAddress) => new URL(url).searchParams.get("token") ?? "";
const entries = () =>
  rows("select action, readers, actor_user_id as actor, details from audit_log order by id");

it("is shown once, and afterwards only its date", async () => {
  const member = await person("member");
  expect(await member.ok<CalendarAddress>("GET", PATH)).toEqual({ since: null });
  const made = await make(member);
  expect(tokenOf(made)).toMatch(/^[\w-]{43}$/);
  expect((await ask(pathOf(made))).status).toBe(200);
  const { text } = await member.call("GET", PATH);
  expect(JSON.parse(text)).toEqual({ since: made.since });
});

it("ends when another one is made, and only by its user", async () => {
  const [member, other] = [await person("member"), await person("member")];
  const ofOther = await make(other);
  const [first, second] = [await make(member), await make(member)];
  const statuses = async () =>
    (await Promise.all([first, second, ofOther].map((each) => ask(pathOf(each))))).map(
      ({ status }) => status,
    );
  expect(await statuses()).toEqual([404, 200, 200]);
  await member.ok("DELETE", PATH);
  expect(await statuses()).toEqual([404, 404, 200]);
  expect(await member.ok("GET", PATH)).toEqual({ since: null });
});

it("is in no table, and not even its hash is in a backup or a file of a user's own data, which has its date", async () => {
  const administrator = await person("administrator");
  const made = await make(administrator);
  const hash = hashToken(tokenOf(made));
  expect(await rows("select token_hash from calendar_feeds")).toEqual([{ token_hash: hash }]);
  expect(await everythingStored()).not.toContain(tokenOf(made));
  const backup = await administrator.call("GET", "/api/backup/export");
  const own = await administrator.call("GET", "/api/user/data");
  for (const { status, text } of [backup, own]) {
    expect(status).toBe(200);
    expect(text).not.toContain(hash);
  }
  const { tables } = JSON.parse(own.text) as { tables: Record<string, unknown> };
  expect(tables["calendar_feeds"]).toEqual([{ created_at: made.since }]);
});

it("leaves audit entries for its user and administrators when it is made and ended, and none without a change", async () => {
  const member = await person("member");
  const { userId: actor } = member;
  await make(member);
  await member.ok("DELETE", PATH);
  await member.ok("DELETE", PATH);
  expect(await entries()).toEqual([
    { action: "calendar.address_made", readers: "private", actor, details: null },
    { action: "calendar.address_ended", readers: "private", actor, details: null },
  ]);
});

it("is deleted with its user", async () => {
  const [administrator, member] = [await person("administrator"), await person("member")];
  const path = await feedOf(member);
  await administrator.ok("DELETE", `/api/users/${member.userId}`);
  expect(await value("select count(*) from calendar_feeds")).toBe(0);
  expect((await ask(path)).status).toBe(404);
});
