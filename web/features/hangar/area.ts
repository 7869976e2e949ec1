import type { Area } from "../../lib/area.ts";

export const hangar: Area = {
  path: "/my-hangar",
  page: () => import("./hangar-page.tsx"),
  texts: (language) => [import(`./hangar.${language}.json`), import(`../ships/ships.${language}.json`)],
  first: [{ path: "/api/uex/user/:userId/ships" }, { path: "/api/uex/user/:userId/privacy" }],
  starts: [
    {
      to: "/my-hangar?add=1",
      label: { en: "Add ship", da: "Tilføj skib" },
      also: { en: "new ship", da: "nyt skib" },
      keys: "n s",
    },
    {
      to: "/my-hangar/import",
      label: { en: "Import ships", da: "Importer skibe" },
      also: { en: "hangar list", da: "hangarliste" },
    },
  ],
  navigation: {
    order: 90,
    keys: "g h",
    label: { en: "My Hangar", da: "Min hangar" },
    icon: () => import("lucide-react/icons/rocket?navigation"),
    isAside: true,
  },
};
