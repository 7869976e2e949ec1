import type { Area } from "../../lib/area.ts";
import type { Need } from "../../lib/can.ts";
import type { Texts } from "../../lib/i18n/i18n.ts";

const texts: Texts = (language) => [import(`./tools.${language}.json`)];

const need: Need = { all: ["tools.view", "dashboard.view"] };

export const tools: Area = {
  path: "/tools",
  page: () => import("./tools-page.tsx"),
  texts,
  need: "tools.view",
  navigation: {
    order: 30,
    barOrder: 95,
    keys: "g t",
    label: { en: "Tools", da: "Værktøjer" },
    icon: () => import("lucide-react/icons/wrench?navigation"),
    landing: 3,
  },
  pages: [
    {
      path: "/tools/cargo",
      page: () => import("./cargo-page.tsx"),
      texts,
      need,
      tool: {
        order: 20,
        label: { en: "Cargo Calculator", da: "Lastberegner" },
        about: "tools.about.cargo",
        icon: () => import("lucide-react/icons/package?navigation"),
      },
    },
    {
      path: "/tools/split",
      page: () => import("./split-page.tsx"),
      texts,
      need,
      tool: {
        order: 30,
        label: { en: "Split calculator", da: "Fordelingsberegner" },
        about: "tools.about.split",
        icon: () => import("lucide-react/icons/scale?navigation"),
      },
    },
  ],
};
