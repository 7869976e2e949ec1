import type { Feature } from "../../lib/feature.ts";
import { backedUpBelow, COUNTER, isOfUser, SECRET, type Tables, WITH_USER } from "../../lib/table-rules.ts";
import { deleteOldChallenges } from "./factors.ts";
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

const backup = backedUpBelow("users", "user_id", "users");

const factorTables: Tables = {
  passkeys: {
    backup,
    guarded: { because: "a second step", rows: "both" },
    personal: {
      isOf: isOfUser,
      columns: ["id", "name", "transports", "counter", "created_at", "last_used_at"],
      json: { transports: "How the user's own passkey is reached." },
      without: { user_id: WITH_USER, credential_id: SECRET, public_key: SECRET },
    },
  },
  authenticators: {
    backup,
    guarded: { because: "a second step", rows: "both", columns: ["secret", "confirmed_at"] },
    personal: {
      isOf: isOfUser,
      columns: ["confirmed_at"],
      without: {
        user_id: WITH_USER,
        secret: SECRET,
        last_step: COUNTER,
        last_waiting: COUNTER,
        tried_codes: COUNTER,
        tried_until: COUNTER,
      },
    },
  },
  recovery_codes: {
    backup,
    guarded: { because: "codes in place of the second step", rows: "added" },
    personal: { leftOut: "Secrets that only recognize you." },
  },
  challenges: {
    backup: { leftOut: "Challenges to sign in or to prove who one is live for minutes." },
    personal: { leftOut: "A challenge to sign in or to prove who you are, for minutes." },
  },
};

export const secondFactorFeature = {
  routes: secondFactorRoutes,
  tables: factorTables,
  daily: (context) => [deleteOldChallenges(context)],
  audit: factorAudit,
  notices: factorNotices,
} satisfies Feature;
