/** Everything that is stored about the caller, GET /api/user/data: one JSON file. */
export type PersonalData = {
  format: "command-centre-personal-data";
  version: 1;
  createdAt: string;
  organization: string;
  /** The rows of each table, by its columns. */
  tables: Record<string, Record<string, string | number | null>[]>;
  /** Tables, and columns as `table.column`, that are not in it, and why. */
  leftOut: Record<string, string>;
};
