import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FEATURES } from "../../../features.ts";
import { openDb } from "../../../lib/db/client.ts";
import { insert } from "../../../testing/database.ts";
import { plantAtRandom } from "../../../testing/planting-at-random.ts";
import { runs } from "../../../testing/runs.ts";
import { type Caller, freshDatabase, hoursFromNow, person, raw } from "../../../testing/world.ts";
import { hashToken, newToken, sessionIdOf } from "../../sessions/index.ts";
import type { Backup } from "../backup.schema.ts";
import { backupPlan } from "../export.ts";
import { applied } from "../testing/applied.ts";
import type { Restore } from "./restore.schema.ts";

const PATH = "/api/backup/restores";
const PLAN = backupPlan(FEATURES).sections.flatMap(({ tables }) => tables);
const TABLES = PLAN.map(({ name }) => name);

/** Signs a user in again; backups contain no sessions. */
async function signIn(as: Caller): Promise<void> {
  as.token = newToken();
  const now = new Date().toISOString();
  await insert("sessions", {
    ...{ id: sessionIdOf(as.token), user_id: as.userId, token_hash: hashToken(as.token), method: "password" },
    ...{ created_at: now, last_seen_at: now, expires_at: hoursFromNow(24) },
  });
}

const exported = async (by: Caller) => {
  const { status, text } = await by.call("GET", "/api/backup/export");
  expect(status).toBe(200);
  return text;
};

/**
 * The lines of the rows of each table of a document, with every digit, and its header without the time. In an order of ours: half
 * of a character, which no route takes, sorts differently once it was read.
 */
function contentOf(text: string) {
  const { createdAt: _, ...header } = (JSON.parse(text) as Backup).header;
  const tables: Record<string, string[]> = {};
  let rows: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith('{"section":')) {
      rows = [];
      tables[(JSON.parse(`${line}]}`) as { name: string }).name] = rows;
    } else if (line.startsWith("[")) rows.push(line.replace(/,$/, ""));
  }
  for (const each of Object.values(tables)) each.sort();
  return { header, tables };
}

/** The actions that a restore adds to the log itself. */
const ADDED = ["backup.restoring", "backup.restored"];

it("a document of random records of every feature is unchanged after a restore into an empty organization", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      await freshDatabase();
      const ada = await person("administrator", 1, "Ada");
      await raw.DB.prepare("update users set discord_id = '1' where id = ?").bind(ada.userId).run();
      const failed = await plantAtRandom({ ...ada, organizationId: 1 }, TABLES, seed);
      expect(failed).toEqual({});
      // Rows that its backups exclude as well.
      const { db } = openDb(raw.DB, "first-primary");
      for (const { name, isOf } of PLAN) {
        const others = sql`select * from ${sql.raw(name)} where not coalesce(${isOf(1)}, 0)`;
        expect([name, await db.all(others)]).toEqual([name, []]);
      }
      const text = await exported(ada);
      const before = contentOf(text);
      const few = Object.entries(before.tables).filter(([, lines]) => lines.length === 0);
      expect(few.map(([name]) => name)).toEqual([]);

      await freshDatabase();
      const other = await person("administrator", 1, "Somebody Else");
      const answer = await other.call("POST", PATH, { body: text });
      expect([answer.status, answer.status === 201 ? "" : answer.text]).toEqual([201, ""]);
      const { id, confirm } = JSON.parse(answer.text) as Restore;
      const done = await applied(other, id, confirm);
      expect([done.state, done.problem]).toEqual(["done", null]);

      await signIn(ada);
      const after = contentOf(await exported(ada));
      const log = after.tables["audit_log"] ?? [];
      const added = log.filter((line) => !before.tables["audit_log"]?.includes(line));
      expect(added.map((line) => (JSON.parse(line) as unknown[])[2])).toEqual(ADDED);
      after.tables["audit_log"] = log.filter((line) => !added.includes(line));
      for (const name of TABLES) expect([name, after.tables[name]]).toEqual([name, before.tables[name]]);
      expect(after.header).toEqual(before.header);
    }),
    { ...runs(1, 3), endOnFailure: true },
  );
});
