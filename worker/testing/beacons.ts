import { and, ne, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import { actorWithoutSession } from "../lib/actor.ts";
import { defineAudit } from "../lib/audit.ts";
import type { Context } from "../lib/context.ts";
import { type AppError, errors } from "../lib/errors.ts";
import { guard } from "../lib/guard.ts";
import { record } from "../lib/record.ts";
import { interrupted, raw, rows } from "./database.ts";

// Records of no feature, with tables of their own, for tests of `record` itself.

const beacons = sqliteTable("beacons", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull(),
  secret: text("secret").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: text("updated_at").notNull(),
});
export const lamps = sqliteTable("lamps", {
  id: integer("id").primaryKey(),
  beaconId: integer("beacon_id").notNull(),
  color: text("color").notNull(),
});
/** One sign for each beacon and place, stored when it is first changed. */
const signs = sqliteTable("signs", {
  beaconId: integer("beacon_id").notNull(),
  place: text("place").notNull(),
  words: text("words").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: text("updated_at").notNull(),
});
/** One cover for each beacon, without versions, stored when it is first changed. */
const covers = sqliteTable("covers", {
  beaconId: integer("beacon_id").primaryKey(),
  color: text("color").notNull(),
});
const TABLES = [
  "create table beacons (id integer primary key autoincrement, name text unique, secret text, version integer default 1, updated_at text)",
  "create table lamps (id integer primary key, beacon_id integer, color text)",
  "create table signs (beacon_id integer, place text, words text, version integer default 1, updated_at text, primary key (beacon_id, place))",
  "create table covers (beacon_id integer primary key, color text)",
  "create table beacon_history (beacon_id integer, entry text)",
];

const texts = { readers: "everyone", en: "{actor}", da: "{actor}" } as const;
const audit = defineAudit({ "beacon.changed": texts, "sign.changed": texts });
export const AUDIT = [{ action: "beacon.changed" }] as const;

/** Hides a beacon whose secret is `hidden` from everybody except the user who has just made it. */
export const beaconRecord = record({
  table: beacons,
  select: ({ db }, which, isOwn = false) =>
    db
      .select()
      .from(beacons)
      .where(isOwn ? which : and(which, ne(beacons.secret, "hidden"))),
  answers: z.object({ id: z.number(), name: z.string(), version: z.number() }),
  present: (row) => row,
  nameOf: ({ name }) => name,
  audit,
  history: ({ db }, id, entry: string) => db.run(sql`insert into beacon_history values (${id}, ${entry})`),
});

export const signRecord = record({
  table: signs,
  select: ({ db }, which) =>
    db
      .select({
        id: sql<string>`place.value`.as("id"),
        words: signs.words,
        version: sql<number>`coalesce(${signs.version}, 0)`.as("sign_version"),
      })
      .from(sql`json_each('["bow", "stern"]') place`)
      .leftJoin(signs, sql`${signs.beaconId} = 7 and ${signs.place} = place.value`)
      .where(which),
  by: sql`place.value`,
  identity: ({ id }) => ({ beaconId: 7, place: id }),
  answers: z.object({ id: z.string(), words: z.nullable(z.string()), version: z.number() }),
  present: ({ version, ...row }) => ({ ...row, version }),
  nameOf: ({ id }) => `The sign at the ${id}`,
  audit,
});

export const coverRecord = record({
  table: covers,
  select: ({ db }, which) =>
    db
      .select({
        id: sql<number>`own.id`.as("id"),
        color: covers.color,
        version: sql<number>`${covers.beaconId} is not null`.as("stored"),
      })
      .from(sql`(select 7 as id) own`)
      .leftJoin(covers, sql`${covers.beaconId} = own.id`)
      .where(which),
  by: sql`own.id`,
  identity: ({ id }) => ({ beaconId: id }),
  answers: z.object({ color: z.nullable(z.string()), version: z.number() }),
  present: ({ color, version }) => ({ color, version }),
  nameOf: () => "The cover",
  audit,
});

/** A beacon with its lamps, which change with it. */
export const lampsRecord = record({
  table: beacons,
  select: ({ db }, which) => db.select().from(beacons).where(which),
  parts: ({ db }, id) => [db.select().from(lamps).where(sql`${lamps.beaconId} = ${id}`)],
  join: ({ id, version, name }, [found]) => ({
    ...{ id, version, name },
    colors: (found as { color: string }[]).map(({ color }) => color),
  }),
  answers: z.object({ id: z.number(), version: z.number(), name: z.string(), colors: z.array(z.string()) }),
  present: (row) => row,
  nameOf: ({ name }) => name,
  audit,
});

/** Returns a context of user 1, or with another database, user or idempotency key. */
export const contextOf = (
  { database = raw.DB, ...more }: Partial<Context> & { database?: D1Database } = {},
  userId = 1,
): Context => ({
  db: drizzle(database),
  env: {} as Context["env"],
  now: new Date("2950-03-14T12:00:00Z"),
  language: "en",
  actor: actorWithoutSession("user", 1, "Ada", userId),
  ...more,
});

/** Returns the same context, with a beacon that changes before the nth round trip. */
export const interruptedAt = (trip: number, id: number) =>
  contextOf({
    database: interrupted(trip, () =>
      raw.DB.prepare("update beacons set secret = 'theirs', version = version + 1 where id = ?")
        .bind(id)
        .run(),
    ),
  });

export const newBeacon = (name: string) => ({
  values: { name, secret: "kept", updatedAt: "" },
  name,
  history: [`made ${name}`],
  audit: AUDIT,
});
export const create = (name: string, context = contextOf()) => beaconRecord.create(context, newBeacon(name));
export const rename = (to: string) => () => ({ set: { name: to }, history: [`named ${to}`], audit: AUDIT });
export const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error("it succeeded")),
    (error) => error,
  );
export const alwaysHolds = guard(sql`1`, errors.not_found());
export const failing = (error = errors.forbidden({ permission: "beacons" })) => guard(sql`0`, error);
/** Returns everything stored about beacons, signs and covers, for comparing. */
export const stored = async () =>
  JSON.stringify(
    await Promise.all(
      ["beacons", "lamps", "signs", "covers", "beacon_history", "audit_log", "idempotency_keys"].map(
        (table) => rows(`select * from ${table}`),
      ),
    ),
  );

/** Makes the tables. */
export async function makeBeacons(): Promise<void> {
  await raw.DB.batch(TABLES.map((each) => raw.DB.prepare(each)));
}
