import { raiseSql } from "./revisions.table.ts";

/**
 * A change of a table's rows that raises a topic's revision. `columns` narrows updates, `when` is a
 * condition on `old` and `new`; `organization` is SQL for the organization's id with `row` for the changed row.
 */
type TopicSource = {
  table: string;
  on: readonly ("insert" | "update" | "delete")[];
  columns?: readonly string[];
  when?: string;
  organization?: string;
};

/** Topics by name with what raises them. */
export type Topics = Readonly<Record<string, readonly TopicSource[]>>;

/** The permissions of which one lets a user hear of a topic, by topic; null for every user. */
export type Audience = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Topics that pages are not told of: the lines themselves are sent. */
const SILENT = new Set(["bot_logs"]);

/** Whether a user with these permissions may hear of a topic. */
export function mayHear(audience: Audience, topic: string, permissions: ReadonlySet<string>): boolean {
  const holders = audience.get(topic);
  if (holders === undefined) return false;
  return holders === null || [...holders].some((permission) => permissions.has(permission));
}

/** The topics that a user with these permissions is told of, in a fixed order. */
export const topicsFor = (audience: Audience, permissions: ReadonlySet<string>): string[] =>
  [...audience.keys()].filter((topic) => !SILENT.has(topic) && mayHear(audience, topic, permissions)).sort();

/** The revisions of some topics, out of those of all. */
export const revisionsOf = (
  topics: readonly string[],
  revisions: Readonly<Record<string, number>>,
): Record<string, number> => Object.fromEntries(topics.map((topic) => [topic, revisions[topic] ?? 0]));

/** A database trigger: its name and the statement that creates it. */
export type Trigger = { name: string; sql: string };

function triggersOfSource(topic: string, source: TopicSource): Trigger[] {
  const { table, columns: only, when, organization = "row.organization_id" } = source;
  return source.on.map((event) => {
    const name = `revisions_${topic}_${table}_${event}`;
    const columns = event === "update" && only ? ` OF ${only.join(", ")}` : "";
    const condition = when ? `\nWHEN ${when}` : "";
    const id = organization.replaceAll("row.", event === "delete" ? "old." : "new.");
    const sql = `CREATE TRIGGER ${name} AFTER ${event.toUpperCase()}${columns} ON ${table}${condition}
BEGIN
  ${raiseSql(topic, `SELECT ${id} AS id`)};
END`;
    return { name, sql };
  });
}

/** The triggers that raise the revisions of topics. */
export const triggersOf = (topics: Topics): Trigger[] =>
  Object.entries(topics).flatMap(([topic, sources]) =>
    sources.flatMap((source) => triggersOfSource(topic, source)),
  );
