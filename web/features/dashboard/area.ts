import type { Area } from "../../lib/area.ts";

export const dashboard: Area = {
  path: "/dashboard",
  page: () => import("./dashboard-page.tsx"),
  texts: (language) => [import(`./dashboard.${language}.json`)],
  need: "dashboard.view",
  first: [
    { path: "/api/user/needs" },
    { path: "/api/dashboard/stats/:orgId" },
    { path: "/api/activities/:orgId" },
    { path: "/api/user/stats", need: "prospects.read" },
    { path: "/api/prospects/:orgId?urgent=1", need: "prospects.read" },
    { path: "/api/members/:orgId/assignable", need: "prospects.read" },
    { path: "/api/prospects/:orgId/team", need: { all: ["prospects.read", "crm.team_overview"] } },
    { path: "/api/contracts/:orgId/own", need: "contracts.read", unless: "prospects.read" },
    { path: "/api/user/money", need: "contracts.read", unless: "prospects.read" },
    { path: "/api/discord-bots/:orgId", need: "bots.read" },
    { path: "/api/events/:orgId?limit=12", need: "events.read" },
    { path: "/api/setup/:orgId", need: "admin.system" },
  ],
  navigation: {
    order: 10,
    keys: "g d",
    label: { en: "Dashboard", da: "Overblik" },
    icon: () => import("lucide-react/icons/layout-dashboard?navigation"),
    landing: 1,
  },
};
