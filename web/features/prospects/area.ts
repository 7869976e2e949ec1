import type { Area } from "../../lib/area.ts";

export const prospects: Area = {
  path: "/crm",
  page: () => import("./prospects-page.tsx"),
  texts: (language) => [
    import(`./prospects.${language}.json`),
    import(`./prospect.${language}.json`),
    import(`./log.${language}.json`),
  ],
  need: { any: ["prospects.read", "admin.users"] },
  first: [
    { path: "/api/prospects/:orgId/counts?assignedTo=me", need: "prospects.read" },
    { path: "/api/members/:orgId/assignable", need: "prospects.read" },
    { path: "/api/prospects/:orgId/team", need: { all: ["prospects.read", "crm.team_overview"] } },
  ],
  starts: [
    {
      to: "/crm?new=1",
      label: { en: "Add prospect", da: "Tilføj kandidat" },
      also: { en: "new prospect, recruit", da: "ny kandidat" },
      need: { all: ["prospects.read", "prospects.write"] },
      keys: "n p",
    },
  ],
  navigation: {
    order: 40,
    keys: "g c",
    label: { en: "CRM", da: "CRM" },
    icon: () => import("lucide-react/icons/kanban?navigation"),
    offer: "prospects.read",
    landing: 2,
  },
};
