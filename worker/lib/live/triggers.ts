import type { TopicSource, Topics } from "./topics.ts";

/** A database trigger: its name and the statement that creates it. */
export type Trigger = { name: string; sql: string };

const raise = (organization: string, topic: string) =>
  `INSERT INTO revisions (organization_id, topic, revision) SELECT id, '${topic}', 1 FROM (SELECT ${organization} AS id) WHERE id IS NOT NULL\n` +
  "    ON CONFLICT DO UPDATE SET revision = revision + 1;";

function triggersOfSource(topic: string, source: TopicSource): Trigger[] {
  const { table, of, when, organization = "row.organization_id" } = source;
  return source.on.map((event) => {
    const name = `revisions_${topic}_${table}_${event}`;
    const columns = event === "update" && of ? ` OF ${of.join(", ")}` : "";
    const row = event === "delete" ? "old" : "new";
    const condition = when ? `\nWHEN ${when}` : "";
    return {
      name,
      sql:
        `CREATE TRIGGER ${name} AFTER ${event.toUpperCase()}${columns} ON ${table}${condition}\nBEGIN\n` +
        `  ${raise(organization.replaceAll("row.", `${row}.`), topic)}\nEND`,
    };
  });
}

/** The triggers that raise the revisions of topics. */
export const triggersOf = (topics: Topics): Trigger[] =>
  Object.entries(topics).flatMap(([topic, sources]) =>
    sources.flatMap((source) => triggersOfSource(topic, source)),
  );
