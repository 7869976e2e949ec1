import { sql } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { raw, value } from "../../testing/world.ts";
import { auditLog } from "../audit.table.ts";
import { openDb } from "./client.ts";
import { dailyBudgets } from "./daily-budgets.table.ts";

it("has the checks and the conditions of partial indexes that the tables declare", async () => {
  const dialect = new SQLiteSyncDialect();
  const declared = [auditLog, dailyBudgets].flatMap((table: SQLiteTable) => {
    const { name, checks, indexes } = getTableConfig(table);
    return [
      ...checks.map((check) => ({ name, part: dialect.sqlToQuery(check.value).sql })),
      ...indexes.map(({ config }) => ({
        name: config.name,
        part: config.where ? `WHERE ${dialect.sqlToQuery(config.where).sql}` : null,
      })),
    ];
  });
  expect(declared.length).toBe(3);
  for (const { name, part } of declared) {
    const stored = await value<string>("select sql from sqlite_master where name = ?", name);
    expect([name, stored]).toEqual([name, expect.stringContaining(part ?? "no condition is declared")]);
  }
});

it("refuses a subquery among the fields of a select, where drizzle would drop the table's name", () => {
  const { db } = openDb(raw.DB, undefined);
  const own = sql`(select max(id) from ${auditLog} other where other.id < ${auditLog.id})`;
  expect(() => db.select({ own }).from(auditLog).toSQL()).toThrow("a subquery among the fields");
  expect(
    db
      .select({ id: auditLog.id, next: sql`${auditLog.id} + 1` })
      .from(auditLog)
      .toSQL().params,
  ).toEqual([]);
});
