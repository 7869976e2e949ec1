import type { SQL } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import { settingNumber } from "../../settings/index.ts";

/** SQL: what a transfer costs on top in the actor's organization, in hundredths of a percent. */
export const feeRateOf = ({ actor }: Context): SQL<number> =>
  settingNumber(actor.organizationId, "transfer_fee");
