import type { Tab } from "../../lib/area.ts";
import type { Texts } from "../../lib/i18n/i18n.ts";

const texts: Texts = (language) => [import(`./roles.${language}.json`)];

export const rolesTab: Tab = {
  parent: "/admin",
  key: "roles",
  order: 20,
  label: { en: "Roles", da: "Roller" },
  content: () => import("./roles-tab.tsx"),
  texts,
};

export const permissionsTab: Tab = {
  parent: "/admin",
  key: "permissions",
  order: 30,
  label: { en: "Permissions", da: "Rettigheder" },
  content: () => import("./permissions-tab.tsx"),
  texts,
};
