import { part } from "../../ui/part.tsx";

/** The Discord roles that give a role, for holders of `admin.system`. */
export const roleMapping = part(
  () => import("./role-mapping.tsx"),
  (language) => [import(`./discord.${language}.json`)],
);
