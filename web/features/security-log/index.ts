import { part } from "../../ui/part.tsx";

/** What was refused: a tab of the audit log, for holders of `admin.users`. */
export const refusals = part(
  () => import("./refusal-list.tsx"),
  (language) => [import(`./security-log.${language}.json`)],
);
