import { part } from "../../ui/part.tsx";

/** The reader's tokens for programs, and a form for a new one. */
export const ownTokens = part(
  () => import("./own-tokens.tsx"),
  (language) => [import(`./tokens.${language}.json`)],
);
