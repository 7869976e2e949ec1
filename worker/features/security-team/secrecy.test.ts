import { expect, it } from "vitest";
import { API } from "../../app.ts";
import { stopClock } from "../../testing/clock.ts";
import { insert } from "../../testing/database.ts";
import { Caller, freshDatabase, person, raw, rows } from "../../testing/world.ts";
import { payload } from "../applications/testing/applications.factory.ts";
import type { Restore } from "../backup/restore/restore.schema.ts";
import { applied } from "../backup/testing/applied.ts";
import { hashToken } from "../sessions/index.ts";
import type { ApplicationDetails } from "./security-team.schema.ts";
import { chooseRole } from "./testing/security-team.factory.ts";

stopClock();
const BASE = "/api/security-applications";
const WORDS = "Zephyrine under fire";

/** Every path without a record, except those with random answers or answers of other services. */
const PATHS = API.filter(({ method, path }) => method === "GET" && !path.replace(":orgId", "").includes(":"))
  .map(({ path }) => `/api${path.replace(":orgId", "1")}`)
  .filter((path) => !/\/live$|\/auth\/discord|\/health|gateway|calendar|similar|source|week/.test(path));

/** A user whose username and session are the same each time. */
async function named(role: "administrator" | "officer" | "member", name: string): Promise<Caller> {
  const { userId, memberId } = await person(role, 1, name);
  const token = `${userId}.${name[0]?.repeat(43)}`;
  await raw.DB.batch([
    raw.DB.prepare("update users set username = ? where id = ?").bind(name, userId),
    raw.DB.prepare("update sessions set id = ?1, token_hash = ?2 where user_id = ?1").bind(
      userId,
      hashToken(token),
    ),
  ]);
  return new Caller(token, userId, memberId);
}

/** A database in which the reviewer Otto has read an application and, if chosen, reviewed it. */
async function world(isReviewed: boolean) {
  await freshDatabase();
  const readers = {
    ada: await named("administrator", "Ada"),
    olga: await named("officer", "Olga"),
    vega: await named("member", "Vega"),
  };
  const otto = await named("officer", "Otto");
  await chooseRole(20, "Sentinel");
  const { id } = await readers.vega.ok<{ id: number }>("POST", "/api/contract-applications", payload(null));
  await otto.ok("GET", `${BASE}/${id}/details`);
  const review = { verdict: "decline", text: WORDS };
  if (isReviewed) await otto.ok("POST", `${BASE}/${id}/reviews`, review);
  return { ...readers, otto, id };
}

type World = Awaited<ReturnType<typeof world>>;

/** The answers of every route to the other users: status, text and headers. */
async function visibleTo({ ada, olga, vega, id }: World): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (name: string, caller: Caller, method: string, path: string, body?: object) => {
    const { status, text, headers } = await caller.call(method, path, body ? { body } : {});
    const shown = status < 400 ? text : text.replace(/"requestId":"[^"]*"/, "");
    answers[`${name} ${method} ${path}`] = [status, shown, headers.get("ETag"), headers.get("Link")];
  };
  for (const [name, caller] of Object.entries({ ada, olga, vega })) {
    await ask(name, caller, "PATCH", `${BASE}/${id}/decision`, { decision: "decline", version: 1 });
    await ask(name, caller, "PATCH", `/api/contract-applications/${id}/decline`, { version: 1 });
    await ask(name, caller, "POST", `${BASE}/${id}/hold`, { reason: "Why?", version: 9 });
    await ask(name, caller, "GET", `${BASE}/${id}/details`);
    for (const path of PATHS) await ask(name, caller, "GET", path);
  }
  answers["revisions, notices and the outbox"] = [
    await rows("select * from revisions"),
    await rows("select * from notices"),
    await rows("select * from outbox"),
    await rows("select * from contract_applications"),
    await rows("select * from security_states"),
  ];
  return answers;
}

it("until the second review exists, no answer to another user, a backup included, differs by a byte from one without a first review", async () => {
  const without = await visibleTo(await world(false));
  const before = await world(true);
  const withFirst = await visibleTo(before);
  const names = Object.keys(without);
  expect(names.filter((name) => JSON.stringify(without[name]) !== JSON.stringify(withFirst[name]))).toEqual(
    [],
  );
  for (const path of [
    "/api/backup/export",
    "/api/audit/1",
    "/api/dashboard/stats/1",
    "/api/user/data",
    `${BASE}/1`,
  ])
    expect([path, (without[`ada GET ${path}`] as [number])[0]]).toEqual([path, 200]);

  const { olga, otto, ada, id } = before;
  const own = await otto.ok<ApplicationDetails>("GET", `${BASE}/${id}/details`);
  expect(own.staff?.reviews).toMatchObject([{ verdict: "decline", text: WORDS, isOwn: true }]);
  const review = { verdict: "decline", text: "Not yet" };
  const both = await olga.ok<ApplicationDetails>("POST", `${BASE}/${id}/reviews`, review);
  expect(both.staff).toMatchObject({
    reviews: [
      { text: WORDS, reviewer: { displayName: "Otto" } },
      { text: "Not yet", isOwn: true },
    ],
    decision: "decline",
  });
  // Each comparison would find it.
  const after = await visibleTo(before);
  const changed = names.filter((name) => JSON.stringify(withFirst[name]) !== JSON.stringify(after[name]));
  for (const name of [
    ...[
      `ada GET ${BASE}/1`,
      `ada GET ${BASE}/${id}/details`,
      "ada GET /api/audit/1",
      "ada GET /api/backup/export",
    ],
    ...["olga GET /api/user/needs", "revisions, notices and the outbox"],
  ])
    expect(changed).toContain(name);
  expect((await ada.call("GET", "/api/backup/export")).text).toContain(WORDS);
});

it("a rehearsal reveals nothing of a sealed review, and a restore keeps it where its application is unchanged", async () => {
  const { ada, otto, olga, id } = await world(false);
  await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(ada.userId).run();
  for (const each of [otto, olga])
    await each.ok("POST", `${BASE}/${id}/reviews`, { verdict: "decline", text: WORDS });
  const mona = await named("member", "Mona");
  const other = await mona.ok<{ id: number }>("POST", "/api/contract-applications", payload(null));
  const nina = await named("member", "Nina");
  const third = await nina.ok<{ id: number }>("POST", "/api/contract-applications", payload(null));
  await nina.ok("PATCH", `/api/contract-applications/${third.id}/withdraw`, {});
  const { text } = await ada.call("GET", "/api/backup/export");
  // The state after a restore of a backup from before the withdrawal.
  await raw.DB.prepare("update contract_applications set status = 'pending' where id = ?")
    .bind(third.id)
    .run();
  for (const each of [other.id, third.id])
    await otto.ok("POST", `${BASE}/${each}/reviews`, { verdict: "accept", text: "Flies well" });
  // Seals reviews in place of one of the two reviews in the backup, and with the id of the other.
  const [first, second] = await rows<{ id: number }>(
    "select id from security_reviews where application_id = ? order by id",
    id,
  );
  await raw.DB.batch([
    raw.DB.prepare("delete from security_reviews where id = ?").bind(second?.id),
    raw.DB.prepare("update security_reviews set id = ? where application_id = ?").bind(second?.id, other.id),
    raw.DB.prepare(
      `update security_reviews set sealed = (select sealed from security_reviews where id = ?2), verdict = null, text = null,
        sent_at = null where id = ?1`,
    ).bind(first?.id, second?.id),
  ]);
  const path = "/api/backup/restores";
  const rehearsed = async () => {
    const { id: restoreId, sections } = await ada.ok<Restore>("POST", path, text);
    return { restoreId, told: [sections, await ada.ok("GET", `${path}/${restoreId}/rows`)] };
  };
  const withSealed = await rehearsed();
  const sealed = await rows("select * from security_reviews");
  await raw.DB.prepare("delete from security_reviews").run();
  expect((await rehearsed()).told).toEqual(withSealed.told);
  for (const each of sealed) await insert("security_reviews", each);

  const done = await applied(ada, (await rehearsed()).restoreId);
  expect([done.state, done.problem]).toEqual(["done", null]);
  const reviewsOf = async (recordId: number) =>
    (await otto.ok<ApplicationDetails>("GET", `${BASE}/${recordId}/details`)).staff?.reviews;
  expect(await reviewsOf(id)).toMatchObject([{ text: WORDS }, { text: WORDS }]);
  expect(await reviewsOf(other.id)).toMatchObject([{ text: "Flies well", isOwn: true }]);
  expect(await rows("select id from security_reviews where application_id = ?", third.id)).toEqual([]);
});

it("stores a first review encrypted, with the same length for any text", async () => {
  const { id, otto, olga } = await world(false);
  const sealed = async (by: Caller, text: string) => {
    await raw.DB.prepare("delete from security_reviews").run();
    await by.ok("POST", `${BASE}/${id}/reviews`, { verdict: "accept", text });
    const [row] = await rows<{ sealed: string }>("select * from security_reviews");
    expect(row).toMatchObject({ verdict: null, text: null, sent_at: null });
    return row?.sealed.length;
  };
  const short = await sealed(otto, "a");
  for (const text of [WORDS, "\u{ffee}".repeat(2_000), '\n"x'.repeat(666), "🛡".repeat(1_000)])
    expect(await sealed(olga, text)).toBe(short);
});
