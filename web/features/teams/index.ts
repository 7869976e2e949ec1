import { part } from "../../ui/part.tsx";

export { useTeams } from "./teams.api.ts";

/** The teams of the organization with who reviews and what acceptance gives, for administrators. */
export const teamSetup = part(
  () => import("./team-setup.tsx"),
  (language) => [import(`./teams.${language}.json`)],
);
