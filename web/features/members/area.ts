import type { Area, Tab } from "../../lib/area.ts";

export const members: Area = {
  path: "/members",
  page: () => import("./members-page.tsx"),
  texts: (language) => [import(`./members.${language}.json`), import(`../prospects/log.${language}.json`)],
  need: { any: ["roster.read", "members.read"] },
  first: [
    { path: "/api/members/:orgId/counts", need: "members.read" },
    { path: "/api/roles/:orgId", need: "members.read" },
    { path: "/api/members/:orgId/roster?limit=50", unless: "members.read" },
    { path: "/api/fleet/:orgId/summary", unless: "members.read" },
  ],
  navigation: {
    order: 50,
    barOrder: 92,
    keys: "g m",
    label: { en: "Members", da: "Medlemmer" },
    icon: () => import("lucide-react/icons/users-round?navigation"),
  },
};

export const usersTab: Tab = {
  parent: "/admin",
  key: "users",
  order: 10,
  label: { en: "Users", da: "Brugere" },
  content: () => import("./users-tab.tsx"),
  texts: (language) => [import(`./users.${language}.json`), import(`./members.${language}.json`)],
};
