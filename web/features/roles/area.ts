import type { Tab } from "../../lib/area.ts";
import { rolesTexts } from "./texts.ts";

export const rolesTab: Tab = {
  of: "/admin",
  key: "roles",
  order: 20,
  label: { en: "Roles", da: "Roller" },
  content: () => import("./roles-tab.tsx"),
  texts: [rolesTexts],
};

export const permissionsTab: Tab = {
  of: "/admin",
  key: "permissions",
  order: 30,
  label: { en: "Permissions", da: "Rettigheder" },
  content: () => import("./permissions-tab.tsx"),
  texts: [rolesTexts],
};
