import { nextNumber, rows } from "./database.ts";
import { tableNames } from "./inspect.ts";
import { raw } from "./world.ts";

/** The person whose rows are planted. */
export type Planted = { organizationId: number; userId: number; memberId: number; discordId?: string };

export type Column = { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number };
export type Reference = { id: number; from: string; to: string | null; table: string };
type Row = Readonly<Record<string, unknown>>;

/** Tables that identify a person, whose rows exist already. */
const PEOPLE = ["organizations", "users", "members", "roles"];
/** Tables in which triggers keep one row for each organization. */
export const KEPT = /^(revisions|discord_mapping_sets)$/;
/** Values that a table asks for; null for none. */
const CHOSEN: Record<string, string | null> = {
  "contract_applications.kind": "contract",
  // A merged wish is in no list.
  "wishes.merged_into_id": null,
};
export const USERS = /^(user_id|payer|receiver|posted_by_user|actor_user_id|performed_by_id|sent_by)$/;
export const MEMBERS = /^(member_id|assigned_to|posted_by|created_by|added_by)$/;

/**
 * Inserts a row of a person into every table, with a mark in every text, in the order in which tables refer to each
 * other. It reads the tables themselves, so that it knows a new one.
 * @returns tables that took no row, with the database's reason
 */
export async function plantEverywhere(target: Planted, mark: string): Promise<Record<string, string>> {
  const [role] = await rows(
    "select min(id) as id from roles where organization_id = ?",
    target.organizationId,
  );
  const planted: Record<string, Row> = {
    organizations: { id: target.organizationId },
    users: { id: target.userId },
    members: { id: target.memberId, user_id: target.userId },
    roles: role ?? {},
  };
  const tables = (await tableNames()).filter((name) => !PEOPLE.includes(name) && !KEPT.test(name));
  return untilEachTook(tables, async (table) => {
    planted[table] = await plant(table, target, mark, planted);
  });
}

/**
 * Plants rows in each table. Repeats the tables that failed because they refer to a later table, until a round plants nothing more.
 * @returns tables that took no row, with the database's reason
 */
export async function untilEachTook(
  tables: readonly string[],
  plantIn: (table: string) => Promise<void>,
): Promise<Record<string, string>> {
  let left = tables;
  let failed: Record<string, string> = {};
  for (let before = left.length + 1; left.length < before; ) {
    before = left.length;
    failed = {};
    for (const table of left) {
      try {
        await plantIn(table);
      } catch (error) {
        failed[table] = String(error);
      }
    }
    left = Object.keys(failed);
  }
  return failed;
}

/** How a table is laid out: its columns without those that SQLite computes, and what they refer to. */
export async function layoutOf(table: string) {
  const columns = await rows<Column>("select * from pragma_table_info(?)", table);
  const references = await rows<Reference>(
    `select id, "from", "to", "table" from pragma_foreign_key_list(?)`,
    table,
  );
  return { columns, references };
}

async function plant(table: string, target: Planted, mark: string, planted: Readonly<Record<string, Row>>) {
  const { columns, references } = await layoutOf(table);
  const values: Record<string, unknown> = {};
  for (const column of columns) {
    const { name, type, dflt_value: preset } = column;
    const chosen = CHOSEN[`${table}.${name}`];
    const reference = references.find(({ from }) => from === name);
    const isNumber = /int|real/i.test(type);
    const parent = reference && planted[reference.table];
    if (chosen !== undefined) values[name] = chosen;
    else if (name === "organization_id") values[name] = target.organizationId;
    else if (parent) values[name] = parent[reference.to ?? "id"];
    else if (reference) throw new Error(`${table}.${name} waits for ${reference.table}`);
    else if (name === "contract_id") values[name] = planted["contracts"]?.["id"];
    else if (USERS.test(name)) values[name] = target.userId;
    else if (MEMBERS.test(name)) values[name] = target.memberId;
    else if (name === "discord_id" && target.discordId) values[name] = target.discordId;
    else if (isNumber && preset === null) values[name] = nextNumber() + 900_000;
    else if (isNumber) continue;
    else if (/_at$|day$|date$|since$|_on$/.test(name)) values[name] = "2950-01-01T00:00:00.000Z";
    // A JSON text, so that it also stands where JSON is read.
    else values[name] = JSON.stringify(`${mark} ${table}.${name}`);
  }
  const names = Object.keys(values);
  const row = await raw.DB.prepare(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")})
     values (${names.map(() => "?").join(", ")}) returning *`,
  )
    .bind(...Object.values(values))
    .first<Row>();
  return row ?? {};
}
