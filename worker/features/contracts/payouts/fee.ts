import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { DEFAULT_FEE_RATE } from "./split.schema.ts";

/** SQL: what a transfer costs on top in the actor's organization, in hundredths of a percent. */
export const feeRateOf = (_: Context): SQL<number> => sql<number>`${DEFAULT_FEE_RATE}`;
