import { raw } from "./database.ts";
import { type FillFile, oneOf } from "./filling.ts";
import { filesOf } from "./found.ts";

const FILES = filesOf(import.meta.glob<FillFile>("../features/*/testing/*.fill.ts", { eager: true }));

/**
 * Fills organization 1 with `size` rows in every table that grows with it, as the features' `testing/*.fill.ts` say.
 * @param assignees - members whom prospects are assigned to in turn; every fifth is nobody's
 */
export async function fill(size: number, assignees: readonly number[]): Promise<void> {
  const numbers = (count = size) =>
    `(with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count}) select value from n)`;
  const of = { size, at: new Date().toISOString(), numbers, assignee: oneOf(assignees, "value / 3") };
  const statements = ["pragma defer_foreign_keys = on", ...FILES.flatMap((file) => file.fill(of))];
  await raw.DB.batch(statements.map((each) => raw.DB.prepare(each)));
}
