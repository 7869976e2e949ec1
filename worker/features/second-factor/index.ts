import type { Feature } from "../../lib/feature.ts";
import { deleteOldChallenges } from "./factors.ts";
import { factorTables } from "./second-factor.data.ts";
import { secondFactorRoutes } from "./second-factor.routes.ts";
import { factorAudit, factorNotices } from "./second-factor.texts.ts";

export { hasFactor, readFactors, selectFactors, takeChallenge, toFactors } from "./factors.ts";
export { challengeOfSession } from "./passkeys.ts";
export { type Asked, lookAt } from "./prove.ts";
export { factorErrors } from "./second-factor.errors.ts";
export {
  type Confirmation,
  type ConfirmInput,
  type ConfirmOutcome,
  confirmation,
  confirmInput,
  type SecondFactorMethod,
  type SecondStepInput,
  secondStepInput,
  waitingSignIn,
} from "./second-factor.schema.ts";
export { passkeys } from "./second-factor.table.ts";
export { factorNotices } from "./second-factor.texts.ts";
export { endWaiting, isWaiting, readWaiting, type Waiting, waitForSecondStep } from "./waiting.ts";

export const secondFactorFeature = {
  routes: secondFactorRoutes,
  tables: factorTables,
  daily: (context) => [deleteOldChallenges(context)],
  audit: factorAudit,
  notices: factorNotices,
} satisfies Feature;
