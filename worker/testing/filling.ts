/** Ids of the users that are filled in, so that they are known beforehand. */
export const FIRST_USER = 100_000;

/** What the rows of a table that grows are made of. */
export type Filling = {
  size: number;
  /** The time of everything. */
  at: string;
  /** SQL: a table of the numbers from 1 as `value`, `size` of them if not given. */
  numbers: (count?: number) => string;
  /** SQL: the id of one of the members whom prospects are assigned to, by `value`. */
  assignee: string;
};

/** What a file `testing/*.fill.ts` of a feature exports. */
export type FillFile = {
  /** Statements that fill the feature's tables of organization 1. */
  fill: (filling: Filling) => string[];
  /** Files of a lower turn come before others; 0 when left out. */
  turn?: number;
};

/** SQL: one of the values, by a number. */
export const oneOf = (values: readonly (string | number)[], index = "value"): string =>
  `json_extract('${JSON.stringify(values)}', '$[' || (${index} % ${values.length}) || ']')`;

/**
 * The statements, for one batch, that fill organization 1 with `size` rows in every table of these files.
 * @param assignees - members whom prospects are assigned to in turn; every fifth is nobody's
 */
export function statementsOf(
  files: readonly FillFile[],
  size: number,
  assignees: readonly number[],
): string[] {
  const numbers = (count = size) =>
    `(with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count}) select value from n)`;
  const filling = { size, at: new Date().toISOString(), numbers, assignee: oneOf(assignees, "value / 3") };
  return ["pragma defer_foreign_keys = on", ...files.flatMap((file) => file.fill(filling))];
}
