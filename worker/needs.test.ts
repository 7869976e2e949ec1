import { sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { application, postedBy } from "./features/applications/testing/applications.factory.ts";
import { CLAIM, confirm, evening, noted } from "./features/attendance/testing/attendance.factory.ts";
import { event } from "./features/events/testing/events.factory.ts";
import { leaveOf } from "./features/leave/testing/leave.factory.ts";
import type { Need as Asked } from "./features/notices/notices.schema.ts";
import {
  crewed,
  expense,
  lineOf,
  lock,
  setSheet,
  transfer,
  work,
} from "./features/payouts/testing/payouts.factory.ts";
import { customRole, holderOf } from "./features/roles/testing/roles.factory.ts";
import { onTrial } from "./features/security-team/testing/security-team.factory.ts";
import { selectActingPeople, toFound } from "./features/sessions/index.ts";
import { addToken, bearer } from "./features/tokens/testing/tokens.factory.ts";
import { wish } from "./features/wishes/testing/wishes.factory.ts";
import { FEATURES } from "./features.ts";
import type { MemberContext } from "./lib/context.ts";
import { openDb } from "./lib/db/client.ts";
import { readEnv } from "./lib/env.ts";
import { NEED_LIMIT } from "./lib/needs.ts";
import { placesOf } from "./lib/notice-text.ts";
import { SYSTEM_ROLES } from "./lib/permissions.schema.ts";
import { LANGUAGES } from "./lib/wire.schema.ts";
import { fill } from "./testing/fill.ts";
import { readNeeds } from "./testing/needs-as-read.ts";
import { randomNeeds } from "./testing/needs-at-random.ts";
import { runs } from "./testing/runs.ts";
import {
  type Caller,
  call,
  freshDatabase,
  hoursFromNow,
  person,
  prospect,
  raw,
  rows,
} from "./testing/world.ts";

const PATH = "/api/user/needs";
/** Rows that one kind may read: several for each record that is counted. */
const MOST_READ = 6 * NEED_LIMIT;
const NEEDS = FEATURES.flatMap(({ needs = [] }) => needs);
const kindsOf = (list: readonly Asked[]) => list.map(({ kind }) => kind);

/** The context of a user's calls. */
async function contextOf({ userId }: Caller): Promise<MemberContext> {
  const { db } = openDb(raw.DB, "first-primary");
  const [row] = await selectActingPeople(db, sql`u.id = ${userId}`);
  if (!row) throw new Error("no such user");
  const actor = { ...toFound(row).actor, kind: "interaction" as const, interactionId: "" };
  return { db, env: readEnv(raw), now: new Date(), language: "en", actor };
}

/** The queries of what can ask something of a user. */
const queriesFor = (context: MemberContext) =>
  NEEDS.flatMap(({ kind, to, select }) => {
    const query = to === null || context.actor.permissions.has(to) ? select(context) : null;
    return query ? [{ kind, query: sql`select * from (${query} limit ${NEED_LIMIT})` }] : [];
  });

describe("the list of what needs a user", () => {
  it("has what the records say, for a user of every role, whatever the records are", async () => {
    const people = await Promise.all([...SYSTEM_ROLES, "member" as const].map((role) => person(role)));
    const roleIds = (await rows<{ id: number }>("select id from roles where organization_id = 1")).map(
      ({ id }) => id,
    );
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        await randomNeeds(seed, people, roleIds);
        for (const caller of people) {
          const context = await contextOf(caller);
          const { actor } = context;
          const reader = { ...caller, roleId: actor.role?.id ?? 0, may: actor.permissions };
          const expected = await readNeeds({ ...reader, userId: caller.userId, memberId: caller.memberId });
          const found: Record<string, string[]> = {};
          for (const { kind, query } of queriesFor(context)) {
            const ids = (await context.db.all<{ details: string }>(query)).map(({ details }) => {
              const { id, eventId, userId, contractId, trialId } = JSON.parse(details);
              if (kind === "attendance.claim") return `${eventId} ${userId}`;
              return String(trialId ?? id ?? eventId ?? contractId);
            });
            if (ids.length > 0) found[kind] = ids.sort();
          }
          expect([actor.role?.key, found]).toEqual([actor.role?.key, expected]);
          const counts: Record<string, number> = {};
          for (const { kind, count } of await caller.ok<Asked[]>("GET", PATH))
            counts[kind] = (counts[kind] ?? 0) + count;
          expect(counts).toEqual(
            Object.fromEntries(Object.entries(expected).map(([kind, ids]) => [kind, ids.length])),
          );
          for (const kind of Object.keys(expected)) seen.add(kind);
        }
      }),
      runs(6, 100),
    );
    expect([...seen].sort()).toEqual(NEEDS.map(({ kind }) => kind).sort());
  });

  it("reads a bounded number of rows of each kind at any number of records", async () => {
    const officer = await person("administrator");
    await fill(10_000, [officer.memberId]);
    const context = await contextOf(officer);
    const read: [string, number][] = [];
    const dialect = new SQLiteAsyncDialect();
    for (const { kind, query } of queriesFor(context)) {
      const { sql: text, params } = dialect.sqlToQuery(query);
      const { meta } = await raw.DB.prepare(text)
        .bind(...params)
        .all();
      read.push([kind, meta.rows_read]);
    }
    expect(read.filter(([, count]) => count > MOST_READ)).toEqual([]);
  });
});

/** Makes a record that asks something of a user, by kinds whose acts can be done in place; returns the user. */
const SCENES: Record<string, () => Promise<Caller>> = {
  "prospect.due": async () => {
    const recruiter = await person("recruiter");
    await prospect({ assigned_to: recruiter.memberId, status: "onboarding", deadline: hoursFromNow(2) });
    return recruiter;
  },
  "prospect.unassigned": async () => {
    await prospect();
    return person("recruiter");
  },
  "application.contract": async () => {
    const poster = await person("recruiter");
    await application(await person("member"), await postedBy(poster, { applications: 1 }));
    return poster;
  },
  "payout.send": async () => {
    const job = await work();
    await setSheet(job, { mode: "equal", lines: [lineOf(job.assignee, 1)] });
    await lock(job);
    return job.owner;
  },
  "payout.confirm": async () => {
    const job = await work();
    const people = { payer: job.owner.userId, receiver: job.assignee.userId };
    await transfer({ contract_id: job.id, ...people, sent_at: hoursFromNow(-1) });
    return job.assignee;
  },
  "payout.expense": async () => {
    const job = await crewed();
    await expense(job);
    return job.owner;
  },
  "attendance.claim": async () => {
    const { id, officer, people } = await evening(1);
    await noted(id, people[0].userId, CLAIM);
    return officer;
  },
  "attendance.noted": async () => {
    const { id, officer, people } = await evening(1);
    await confirm(officer, id, { userId: people[0].userId, answer: "no" });
    return people[0];
  },
  "event.unanswered": async () => {
    await event();
    return person("member");
  },
  "security.trial": async () => {
    await onTrial(await person("member"), 3);
    return person("officer");
  },
};

describe("what needs a user", () => {
  it("is done in place by each act that is offered, which the API takes", async () => {
    const withActs = NEEDS.filter(({ acts }) => acts).map(({ kind }) => kind);
    expect(Object.keys(SCENES).sort()).toEqual(withActs.sort());
    for (const [kind, make] of Object.entries(SCENES)) {
      const declared = NEEDS.find((each) => each.kind === kind)?.acts ?? [];
      for (const [at, { label }] of declared.entries()) {
        await freshDatabase();
        const caller = await make();
        const asked = (await caller.ok<Asked[]>("GET", PATH)).filter((each) => each.kind === kind);
        expect([kind, asked.length, asked[0]?.acts.map((act) => act.label)]).toEqual([
          kind,
          1,
          declared.map((act) => act.label.en),
        ]);
        const act = asked[0]?.acts[at];
        if (act) await caller.ok(act.method, act.path, act.body);
        expect([kind, label.en, kindsOf(await caller.ok<Asked[]>("GET", PATH))]).toEqual([
          kind,
          label.en,
          expect.not.arrayContaining([kind]),
        ]);
      }
    }
  });

  it("offers no act that the route would refuse", async () => {
    const [member, reader] = [
      await person("member"),
      await holderOf(await customRole(["prospects.read", "prospects.read_all"])),
    ];
    await event({ slots: JSON.stringify([{ id: 1, name: "Gunner", seats: 2, need: null }]) });
    await prospect({ assigned_to: reader.memberId, deadline: hoursFromNow(1) });
    const actsOf = async (caller: Caller) =>
      (await caller.ok<Asked[]>("GET", PATH)).map(({ kind, acts }) => [
        kind,
        ...acts.map(({ label }) => label),
      ]);
    expect(await actsOf(member)).toEqual([["event.unanswered", "Can’t come"]]);
    expect(await actsOf(reader)).toEqual([["prospect.due"]]);
  });

  it("lists what is due within a day, then people, then the rest by when it is due, and a kind with acts one by one to three", async () => {
    const officer = await person("officer");
    await wish();
    await event({ title: "Later", starts_at: hoursFromNow(60), ends_at: hoursFromNow(61) });
    await event({ title: "Soon", starts_at: hoursFromNow(6), ends_at: hoursFromNow(7) });
    await prospect({ display_name: "Nova" });
    const texts = async () => (await officer.ok<Asked[]>("GET", PATH)).map(({ text }) => text);
    expect(await texts()).toEqual([
      "Are you coming to Soon?",
      "Nova waits for an assignee.",
      "Are you coming to Later?",
      "The wish “Mining timer” has no answer.",
    ]);
    for (const title of ["Third", "Fourth"]) await event({ title });
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(officer.userId).run();
    expect((await texts())[0]).toBe("4 begivenheder inden for tre dage venter på dit svar");
  });

  it("writes amounts as its reader does", async () => {
    const job = await work();
    await transfer({
      ...{ contract_id: job.id, payer: job.owner.userId, receiver: job.assignee.userId, amount: 1_200_000 },
      sent_at: hoursFromNow(-1),
    });
    await raw.DB.prepare("update users set language = 'da' where id = ?").bind(job.assignee.userId).run();
    const [need] = await job.assignee.ok<Asked[]>("GET", PATH);
    expect(need).toMatchObject({ text: expect.stringContaining("1.200.000 aUEC"), line: "Haul quantanium" });
  });

  it("has sentences in both languages that name the same, and pages of the same details", () => {
    const namesIn = (text = "") => [...new Set(placesOf(text))].sort();
    for (const { kind, one, many, first, about, acts = [] } of NEEDS) {
      for (const words of [one, many, first, about].filter((each) => each !== undefined))
        expect([kind, namesIn(words.da)]).toEqual([kind, namesIn(words.en)]);
      for (const language of LANGUAGES) {
        expect([kind, one[language]]).toEqual([kind, expect.stringMatching(/^[\p{Lu}{].*[.?]$/u)]);
        expect([kind, many[language]]).toEqual([kind, expect.stringMatching(/^\{count\|/)]);
        const labels = acts.map(({ label }) => label[language]);
        expect([kind, new Set(labels).size]).toEqual([kind, labels.length]);
      }
    }
  });

  it("opens the prospects of the one who is away, and those of everybody where several are", async () => {
    const [officer, ida, mikkel] = [
      await person("officer"),
      await person("recruiter"),
      await person("recruiter"),
    ];
    const leaves = async (caller: Caller) => {
      await leaveOf(caller.userId, 0, 3);
      for (let each = 0; each < 2; each++)
        await prospect({ assigned_to: caller.memberId, deadline: hoursFromNow(30), status: "intro" });
    };
    const opened = async () =>
      (await officer.ok<Asked[]>("GET", PATH)).find(({ kind }) => kind === "prospect.uncovered")?.opens;
    await leaves(ida);
    expect(await opened()).toMatch(new RegExp(`&assignee=${ida.memberId}$`));
    await leaves(mikkel);
    expect(await opened()).toMatch(/&assignee=$/);
  });

  it("is not a token's to hear of without the permission for its page", async () => {
    const officer = await person("officer");
    await event();
    await wish();
    const { token } = await addToken(officer, { permissions: '["events.read"]' });
    const answer = await call("GET", PATH, { headers: bearer(token) });
    expect(kindsOf(JSON.parse(answer.text))).toEqual(["event.unanswered"]);
  });
});
