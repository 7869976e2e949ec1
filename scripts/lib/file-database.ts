import type { DatabaseSync, SQLInputValue } from "node:sqlite";

const bindable = (value: unknown): SQLInputValue =>
  value === undefined ? null : typeof value === "boolean" ? Number(value) : (value as SQLInputValue);

/** A statement as D1 has them. */
function statementOf(file: DatabaseSync, sql: string, values: SQLInputValue[] = []) {
  const prepare = () => file.prepare(sql);
  const all = async () => {
    const statement = prepare();
    // What answers no rows says how many it changed.
    if (statement.columns().length > 0)
      return { success: true, results: statement.all(...values), meta: { changes: 0 } };
    return { success: true, results: [], meta: { changes: Number(statement.run(...values).changes) } };
  };
  return {
    bind: (...next: unknown[]) => statementOf(file, sql, next.map(bindable)),
    all,
    run: all,
    first: async () => prepare().get(...values) ?? null,
    raw: async () => {
      const statement = prepare();
      statement.setReturnArrays(true);
      return statement.all(...values);
    },
  };
}

/**
 * A database file as D1 would be, as far as the product's verbs use it: they run in this process, without the round
 * trips that reaching D1 from outside a worker takes for every value that is bound.
 */
export function fileDatabase(file: DatabaseSync) {
  return {
    prepare: (sql: string) => statementOf(file, sql),
    async batch(statements: readonly ReturnType<typeof statementOf>[]) {
      file.exec("savepoint batch");
      try {
        const results = [];
        for (const statement of statements) results.push(await statement.all());
        file.exec("release batch");
        return results;
      } catch (error) {
        file.exec("rollback to batch; release batch");
        throw error;
      }
    },
  };
}
