import { raw } from "./database.ts";
import { type FillFile, statementsOf } from "./filling.ts";
import { filesOf } from "./found.ts";

const FILES = filesOf(import.meta.glob<FillFile>("../features/*/testing/*.fill.ts", { eager: true }));

/**
 * Fills organization 1 with `size` rows in every table that grows with it, as the features' `testing/*.fill.ts` say.
 * @param assignees - members whom prospects are assigned to in turn; every fifth is nobody's
 */
export async function fill(size: number, assignees: readonly number[]): Promise<void> {
  await raw.DB.batch(statementsOf(FILES, size, assignees).map((each) => raw.DB.prepare(each)));
}
