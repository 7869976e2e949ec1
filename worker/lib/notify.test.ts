import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { giveAddress, MAIL, switchMail } from "../features/notices/testing/notices.factory.ts";
import { contextOf } from "../testing/beacons.ts";
import { type Caller, organization, person, raw, rows } from "../testing/world.ts";
import { readEnv } from "./env.ts";
import { write } from "./guard.ts";
import { noticeMail, noticeSentence, pagePath } from "./notice-text.ts";
import { defineNotices, NOTICE_LIMIT, newestNotices, notify } from "./notify.ts";

const opens = { page: "/beacons?name={name}" };
const mail = { en: { subject: "{name}" }, da: { subject: "{name}" } };
const title = { en: "A beacon", da: "Et fyr" };
const notices = defineNotices(title, {
  "beacon.lit": { title, opens, en: "{name} is lit.", da: "{name} er tændt." },
  "beacon.lost": { title, opens, to: "bots.read", mail, en: "{name} is lost.", da: "{name} er væk." },
  "beacon.mailed": { title, opens, mail, onBell: false, en: "{name}", da: "{name}" },
});
const NOW = new Date("2026-03-14T12:00:00.000Z");
const START = NOW.getTime();
const context = () => ({ db: contextOf().db, env: readEnv({ ...raw, ...MAIL }), now: NOW });

let [one, two, foreign]: Caller[] = [];
beforeEach(async () => {
  one = await person("member");
  two = await person("member");
  foreign = await person("member", await organization());
});
const id = (caller: Caller | undefined) => caller?.userId ?? 0;

const onBell = () =>
  rows(
    "select organization_id as o, user_id as user, id - ? as place, told, kind, details from notices order by id, user_id",
    START,
  );
const inOutbox = () => rows("select user_id as user, kind, details from outbox order by user_id, kind");

it("puts a notice on the bell of its receiver, or once for several, with an id above those that they have and have read", async () => {
  const { write: entry } = notices;
  const lit = (to: number | ReturnType<typeof sql>, details: Parameters<typeof entry>[3]) =>
    write(context().db, entry(context(), to, "beacon.lit", details));
  const row = { o: 1, user: id(one), told: null, kind: "beacon.lit", details: '{"name":"Alpha"}' };
  await lit(id(one), { name: "Alpha" });
  await lit(id(foreign), sql`json_object('name', 'Alpha')`);
  await lit(id(one), null);
  await lit(id(one), null);
  const others = { ...row, o: 2, user: id(foreign) };
  expect(await onBell()).toEqual([
    { ...row, place: 0 },
    { ...others, place: 0 },
    { ...row, place: 1, details: null },
    { ...row, place: 2, details: null },
  ]);
  await raw.DB.prepare("delete from notices").run();
  // A place that was read is not used again, nor one of another receiver or organization looked at.
  await raw.DB.prepare("update users set notices_read_to = iif(id = ?, ?, ?)")
    .bind(id(two), START + 9, START + 4)
    .run();
  await lit(sql`select id from users where organization_id = 1`, { name: "Alpha" });
  await lit(id(one), { name: "Alpha" });
  expect(await onBell()).toEqual([
    { ...row, place: 5 },
    { ...row, user: 0, place: 10, told: JSON.stringify([id(one), id(two)]) },
  ]);
});

it("mails a notice of a kind with words for mail to receivers with an address, where the organization has mail on", async () => {
  for (const each of [one, foreign]) await giveAddress({ userId: id(each) }, "a@example.org");
  await giveAddress({ userId: id(two) }, "");
  const everybody = { permission: "bots.read", users: sql`select id from users` } as const;
  const send = (env = context().env) =>
    write(context().db, [
      ...notices.write({ ...context(), env }, everybody, "beacon.lost", { name: "Alpha" }),
      ...notices.write({ ...context(), env }, id(one), "beacon.mailed", sql`json_object('name', 'Beta')`),
      ...notices.write({ ...context(), env }, id(two), "beacon.mailed"),
      ...notices.write({ ...context(), env }, id(one), "beacon.lit"),
    ]);
  await send();
  expect(await inOutbox()).toEqual([]);
  await switchMail(true);
  await send(readEnv({ ...raw }));
  expect(await inOutbox()).toEqual([]);
  await raw.DB.prepare("delete from notices").run();
  await send();
  expect(await inOutbox()).toEqual([
    { user: id(one), kind: "beacon.lost", details: '{"name":"Alpha"}' },
    { user: id(one), kind: "beacon.mailed", details: '{"name":"Beta"}' },
  ]);
  expect((await onBell()).map(({ o, kind, user }) => [o, kind, user])).toEqual([
    [1, "beacon.lost", 0],
    [2, "beacon.lost", 0],
    [1, "beacon.lit", id(one)],
  ]);
});

it("replaces the matching notices of one kind, receiver and organization", async () => {
  const { db } = context();
  const insert = (organizationId: number, userId: number, place: number, kind: string, name: string) =>
    raw.DB.prepare(
      "insert into notices (organization_id, user_id, id, kind, details, created_at) values (?, ?, ?, ?, json_object('name', ?), '')",
    ).bind(organizationId, userId, place, kind, name);
  const fill = () =>
    raw.DB.batch(
      [[1, id(one)] as const, [1, 0] as const, [2, id(one)] as const, [1, id(two)] as const].flatMap(
        ([o, user]) => [
          insert(o, user, 1, "beacon.lit", "Alpha"),
          insert(o, user, 2, "beacon.lost", "Alpha"),
          insert(o, user, 3, "beacon.lit", "Beta"),
        ],
      ),
    );
  const kept = () => rows("select organization_id as o, user_id as user, id from notices order by 1, 2, 3");
  await fill();
  const before = await kept();
  const taken = { organizationId: 1, userId: id(one), where: sql`details ->> 'name' = 'Alpha'` };
  const isTaken = ({ o, user, id: place }: Record<string, unknown>) =>
    o === 1 && user === id(one) && place === 1;
  const entry = notices.entry(id(two), "beacon.lit");
  await write(db, notify(context(), { ...entry, replaces: taken }));
  expect(await kept()).toEqual([
    ...before.filter((each) => !isTaken(each) && each["o"] === 1),
    { o: 1, user: id(two), id: START },
    ...before.filter(({ o }) => o === 2),
  ]);
});

it("shows a user the newest of their own and of those with several receivers that name them", async () => {
  const { db } = context();
  await raw.DB.prepare(
    `insert into notices (organization_id, user_id, id, told, kind, details, created_at)
     select o.value, u.value, n.value + 100 * (u.value = 0), iif(u.value, null, json_array(cast(iif(n.value % 2, ?1, ?2) as integer))), 'k', null, ''
     from json_each('[1, 2]') o, json_each(json_array(0, ?1, ?2)) u, json_each(?3) n`,
  )
    .bind(id(one), id(two), JSON.stringify(Array.from({ length: NOTICE_LIMIT + 4 }, (_, at) => at)))
    .run();
  const found = await db.all<{ place: number; o: number; user: number }>(
    sql`select id as place, organization_id as o, user_id as user from (${newestNotices(1, id(one))}) order by id`,
  );
  const own = Array.from({ length: NOTICE_LIMIT }, (_, at) => ({ place: at + 4, o: 1, user: id(one) }));
  // Half of the newest with several receivers name the user.
  const shared = Array.from({ length: NOTICE_LIMIT / 2 }, (_, at) => ({
    place: 105 + 2 * at,
    o: 1,
    user: 0,
  }));
  expect(found).toEqual([...own, ...shared]);
});

it("words a notice as a sentence, a mail and a page, which is closed to readers without what it needs", () => {
  const { texts } = notices;
  const [lit, lost] = [texts["beacon.lit"], texts["beacon.lost"]];
  expect([noticeSentence(lit, "en", { name: "Alpha" }), noticeSentence(lit, "da", {})]).toEqual([
    "Alpha is lit.",
    "– er tændt.",
  ]);
  expect([noticeMail(lit, "en", { name: "Alpha" }), noticeMail(lost, "en", { name: "Alpha" })]).toEqual([
    { subject: "Alpha is lit", text: "Alpha is lit." },
    { subject: "Alpha", text: "Alpha is lost." },
  ]);
  const long = { ...lost, mail: { ...mail, en: { subject: "", text: "{name}\n\n{by} and {name}\n\nEnd" } } };
  expect(noticeMail(long, "en", { name: "Alpha", by: null })?.text).toBe("Alpha\n\nEnd");
  const reader = (...granted: string[]) => ({ permissions: new Set(granted) }) as never;
  const [closed, values] = [{ ...opens, needs: "bots.read" } as const, { name: "a&b" }];
  expect([pagePath(opens, values, reader()), pagePath(closed, values, reader("bots.read"))]).toEqual(
    Array(2).fill("/beacons?name=a%26b"),
  );
  expect(pagePath(closed, values, reader("bots.write"))).toBeNull();
});
