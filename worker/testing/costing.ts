import type { Kind } from "./budgets.ts";
import type { RouteCase } from "./cases.ts";
import { raw } from "./database.ts";
import type { Caller } from "./world.ts";

/** A request whose cost the good request of a route does not show. */
export type CostCase = Pick<RouteCase, "route" | "request" | "status" | "trips" | "kind" | "budget"> & {
  caller?: Caller;
};

/** Changes by their names, each of which has to end an entity tag. */
export type Changes = Record<string, () => Promise<unknown>>;

/** What a file `testing/*.cost.ts` of a feature exports. */
export type CostFile = {
  /** In the order in which they are made, as an administrator. */
  costs?: readonly CostCase[];
  /** Lists that pages ask for again and again, by path, and what changes them for an officer. */
  polled?: Record<string, Changes>;
  /** Files of a lower turn come before others; 0 when left out. */
  turn?: number;
};

export const searches = (list: string, ...queries: string[]) => lists("search", list, ...queries);
export const lists = (kind: Kind, list: string, ...queries: string[]) =>
  queries.map(
    (query): CostCase => ({
      route: `GET /api/${list}/:orgId?${query}`,
      kind,
      request: () => ({ path: `/api/${list}/1?${query}` }),
    }),
  );

/** A change that is one statement. */
export const byStatement = (sql: string) => async () => void (await raw.DB.prepare(sql).run());
/** Every user gets another name. */
export const rename = byStatement("update users set display_name = 'Renamed', updated_at = updated_at");
