import { raw } from "./database.ts";
import { type FillFile, statementsOf } from "./filling.ts";
import { filesOf } from "./found.ts";

const FOUND = import.meta.glob<FillFile>("../features/*/testing/*.fill.ts", { eager: true });

/**
 * Fills organization 1 with `size` rows in every table that grows with it, as the features' `testing/*.fill.ts` say.
 * @param assignees - members whom prospects are assigned to in turn; every fifth is nobody's
 * @param features - those whose tables a test reads, where it is not about all
 */
export async function fill(
  size: number,
  assignees: readonly number[],
  features: readonly string[] | null = null,
): Promise<void> {
  const isAsked = (path: string) => features === null || features.includes(path.split("/")[2] ?? "");
  const files = filesOf(Object.fromEntries(Object.entries(FOUND).filter(([path]) => isAsked(path))));
  await raw.DB.batch(statementsOf(files, size, assignees).map((each) => raw.DB.prepare(each)));
}
