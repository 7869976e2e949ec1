import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Notice } from "./features/notices/notices.schema.ts";
import { groupsOf } from "./features/notices/settings.ts";
import { giveAddress, MAIL, switchMail } from "./features/notices/testing/notices.factory.ts";
import { FEATURES } from "./features.ts";
import { openDb } from "./lib/db/client.ts";
import { readEnv } from "./lib/env.ts";
import { write } from "./lib/guard.ts";
import { type NoticeText, noticeMail, placesOf } from "./lib/notice-text.ts";
import { notify } from "./lib/notify.ts";
import { fillIn } from "./lib/sentence.ts";
import { LANGUAGES } from "./lib/wire.schema.ts";
import { metered } from "./testing/meter.ts";
import { type Caller, organization, person, raw, rows, value } from "./testing/world.ts";

const found = FEATURES.flatMap(({ notices }) => Object.entries(notices?.texts ?? {}));
const KINDS: [kind: string, text: NoticeText][] = found;

const sources = import.meta.glob<string>(["./features/**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** The one module that a pattern finds. */
const only = <Module>(found: Record<string, Module>) => Object.values(found)[0] as Module;
type Need = string | { any: string[] } | { all: string[] } | undefined;
type Areas = { PLACES: { path: string; need?: Need }[] };
const { PLACES } = only(import.meta.glob<Areas>("../web/areas.ts", { eager: true }));
type Can = { can: (permissions: string[], need: Need) => boolean };
const { can } = only(import.meta.glob<Can>("../web/lib/can.ts", { eager: true }));

/** The address that a notice opens when `send` wrote it. */
const addressOf = ({ opens }: NoticeText) => opens.page.replace(/\{(\w+)\}/g, "%3C$1%3E");

const namesIn = (text: string) => [...new Set(placesOf(text))].sort();

describe("every kind of notice", () => {
  it("is registered once", () => {
    const defined =
      Object.values(sources)
        .join("\n")
        .match(/= defineNotices\(/g) ?? [];
    expect(FEATURES.filter(({ notices }) => notices)).toHaveLength(defined.length);
    expect(new Set(KINDS.map(([kind]) => kind)).size).toBe(KINDS.length);
  });

  it("has a sentence in each language, with the same details", () => {
    for (const [kind, text] of KINDS) {
      for (const language of LANGUAGES)
        expect([kind, text[language]]).toEqual([kind, expect.stringMatching(/^[\p{Lu}{].*\.$/u)]);
      expect([kind, namesIn(text.da)]).toEqual([kind, namesIn(text.en)]);
      expect([kind, text.da === text.en]).toEqual([kind, false]);
    }
  });

  it("has a name for the settings in each language, which no other kind under its heading has", () => {
    for (const { title, kinds } of groupsOf(FEATURES)) {
      for (const language of LANGUAGES) {
        const titles = kinds.map(([, text]) => text.title[language]);
        expect([title.en, titles.filter((each) => !/^\p{Lu}.*[^.]$/u.test(each))]).toEqual([title.en, []]);
        expect([title.en, new Set(titles).size]).toEqual([title.en, titles.length]);
      }
    }
  });

  it("has an e-mail in both languages, with the same details, or none", () => {
    for (const [kind, { mail, onBell }] of KINDS) {
      // A kind without a bell notice has an e-mail.
      if (onBell === false) expect([kind, mail]).toEqual([kind, expect.anything()]);
      if (!mail) continue;
      const detailsOf = ({ subject, text = "" }: { subject: string; text?: string }) =>
        namesIn(subject + text);
      expect([kind, detailsOf(mail.da)]).toEqual([kind, detailsOf(mail.en)]);
    }
  });

  const audited = FEATURES.flatMap(({ audit }) => Object.entries(audit?.texts ?? {}));
  const opened = [
    ...KINDS.map(([kind, { to, opens }]) => ({ name: kind, permission: to, opens })),
    ...audited.flatMap(([name, { opens }]) => (opens ? [{ name, permission: undefined, opens }] : [])),
  ].map((each) => {
    const place = PLACES.find(({ path }) => path === each.opens.page.split(/[?#]/)[0]);
    return { ...each, place };
  });

  it("opens a page that exists, as every audit entry of a record does", () => {
    expect(opened.map(({ name }) => name)).toContain("prospect.status");
    for (const { name, place } of opened) expect([name, place]).toEqual([name, expect.anything()]);
  });

  it("names what its page needs where the receivers need not hold that, as every audit entry does", () => {
    for (const { name, permission, opens, place } of opened) {
      const known = [permission, opens.needs].filter((each) => each !== undefined);
      expect([name, known, can(known, place?.need)]).toEqual([name, known, true]);
    }
  });
});

describe("a notice of every kind", () => {
  const NOW = new Date();
  let reader: Caller;
  let other: Caller;
  beforeEach(async () => {
    reader = await person("administrator");
    other = await person("member");
    await giveAddress(reader, "reader@example.org");
    await giveAddress(other, "other@example.org");
    await switchMail(true);
    // The first notice of an organization adds a row for its topic.
    await send(KINDS.find(([, { onBell }]) => onBell !== false)?.[0] ?? "", other.userId);
  });

  /** Writes a notice of a kind with a value for every detail; returns the number of written rows. */
  async function send(kind: string, to: number | ReturnType<typeof sql>, settings = {}): Promise<number> {
    const text = KINDS.find(([each]) => each === kind)?.[1];
    if (!text) throw new Error(kind);
    const { mail, dueOf } = text;
    const names = namesIn([text.en, text.opens.page, mail?.en.subject, mail?.en.text].join(" "));
    const details = {
      ...Object.fromEntries(names.map((name) => [name, `<${name}>`])),
      ...(dueOf ? { [dueOf]: NOW.toISOString() } : {}),
    };
    const { database, meter } = metered(raw.DB);
    const { db } = openDb(database, "first-primary");
    await write(
      db,
      notify({ db, env: readEnv({ ...raw, ...settings }), now: NOW }, { kind, text, to, details }),
    );
    return meter.rowsWritten;
  }

  it("costs two rows on the bell, for one receiver and for several, and is shown there as its sentence", async () => {
    const several = sql`select id from users`;
    const onBell = KINDS.filter(([, text]) => text.onBell !== false);
    for (const [kind, text] of onBell) {
      await raw.DB.prepare("delete from notices").run();
      expect([kind, await send(kind, reader.userId)]).toEqual([kind, 2]);
      expect([kind, await send(kind, several)]).toEqual([kind, 2]);
      const [newest, first] = await reader.ok<Notice[]>("GET", "/api/user/notices");
      expect(newest).toMatchObject({ kind, isRead: false });
      expect(newest?.text).toBe(fillIn(text.en, (name) => `<${name}>`));
      expect(newest?.opens).toBe(addressOf(text));
      expect(first?.text).toBe(newest?.text);
      expect(await other.ok<Notice[]>("GET", "/api/user/notices")).toHaveLength(1);
    }
    expect(await value("select count(*) from outbox")).toBe(0);
  });

  it("opens its page only for a reader who may open that", async () => {
    const visitor = await person(null);
    const seen: [kind: string, needs: string | undefined, opens: string | null | undefined][] = [];
    const onBell = KINDS.filter(([, text]) => text.onBell !== false);
    for (const [kind, { opens }] of onBell) {
      await raw.DB.prepare("delete from notices").run();
      await send(kind, visitor.userId);
      const [newest] = await visitor.ok<Notice[]>("GET", "/api/user/notices");
      seen.push([kind, opens.needs, newest?.opens]);
    }
    expect(seen).toEqual(
      onBell.map(([kind, text]) => [kind, text.opens.needs, text.opens.needs ? null : addressOf(text)]),
    );
    expect(seen.filter(([, needs]) => needs)).not.toEqual([]);
  });

  it("costs one more row for each receiver when it is also sent by e-mail", async () => {
    for (const [kind, { onBell, mail, isSafety }] of KINDS) {
      const bell = onBell === false ? 0 : 2;
      const written = [
        await send(kind, reader.userId, MAIL),
        await send(kind, sql`select id from users`, MAIL),
      ];
      expect([kind, written]).toEqual([kind, mail || isSafety ? [bell + 1, bell + 2] : [bell, bell]]);
    }
  });

  it("writes nothing without a receiver", async () => {
    const stranger = await person("member", await organization());
    for (const [kind] of KINDS)
      expect([
        kind,
        await send(kind, sql`select id from users where id < 0`, MAIL),
        await send(kind, 0, MAIL),
      ]).toEqual([kind, 0, 0]);
    expect(await stranger.ok("GET", "/api/user/notices")).toEqual([]);
  });
});

it("an e-mail omits a paragraph whose details are missing, and inserts users' text without filling in its placeholders", () => {
  const text: NoticeText = {
    title: { en: "Done", da: "Færdig" },
    opens: { page: "/account" },
    en: "Done.",
    da: "Færdig.",
    mail: { en: { subject: "{by}", text: "{by} answered.\n\n{message}" }, da: { subject: "{by}" } },
  };
  expect(noticeMail(text, "en", { by: "Ada", message: null })).toEqual({
    subject: "Ada",
    text: "Ada answered.",
  });
  expect(noticeMail(text, "en", { by: "Ada", message: "{by}\n\n{none}" })?.text).toBe(
    "Ada answered.\n\n{by}\n\n{none}",
  );
  expect(noticeMail(text, "da", { by: "Ada" })).toEqual({ subject: "Ada", text: "Færdig." });
});

it("replacing notices considers only the newest 200 of that receiver", async () => {
  const member = await person("member");
  const db = openDb(raw.DB, "first-primary").db;
  await raw.DB.prepare(
    `insert into notices (organization_id, user_id, id, kind, details, created_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < 210)
     select 1, ?1, value, iif(value % 2, 'odd', 'even'), json_object('at', value), '' from n
     union all select 1, 0, 28, 'even', '{"at":28}', ''`,
  )
    .bind(member.userId)
    .run();
  const where = sql`details ->> 'at' in (2, 27, 28)`;
  const [kind = "", text] = KINDS.find(([, { onBell }]) => onBell !== false) ?? [];
  const replaces = { organizationId: 1, userId: member.userId, where };
  const told = { kind, text: text as NoticeText, to: 0, details: null, replaces };
  await raw.DB.prepare("update notices set kind = ? where kind = 'even'").bind(kind).run();
  await write(db, notify({ db, env: readEnv({ ...raw }), now: new Date() }, told));
  const left = await rows<{ id: number }>("select id from notices where user_id > 0 order by id");
  const gone = Array.from({ length: 210 }, (_, at) => at + 1).filter(
    (id) => !left.some((each) => each.id === id),
  );
  expect(gone).toEqual([28]);
  expect(await value("select count(*) from notices where user_id = 0")).toBe(1);
});
