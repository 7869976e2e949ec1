export { authenticators, challenges, passkeys, recoveryCodes } from "./second-factor.table.ts";
