import type { Tab } from "../../lib/area.ts";

export const eventsTab: Tab = {
  parent: "/organization",
  key: "events",
  order: 5,
  keys: "g e",
  starts: [
    {
      to: "/organization?tab=events&form=new",
      label: { en: "New event", da: "Ny begivenhed" },
      also: { en: "add event, plan", da: "opret begivenhed, planlæg" },
      need: "events.write",
      keys: "n e",
    },
  ],
  label: { en: "Events", da: "Begivenheder" },
  content: () => import("./events-tab.tsx"),
  actions: () => import("./events-actions.tsx"),
  texts: (language) => [
    import(`./events.${language}.json`),
    import(`./next.${language}.json`),
    import(`../ships/ships.${language}.json`),
  ],
  need: "events.read",
};
