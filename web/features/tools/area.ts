import type { Area } from "../../lib/area.ts";
import type { Need } from "../../lib/can.ts";
import { toolsTexts } from "./texts.ts";

const need: Need = { all: ["tools.view", "dashboard.view"] };

export const tools: Area = {
  path: "/tools",
  page: () => import("./tools-page.tsx"),
  texts: [toolsTexts],
  need: "tools.view",
  navigation: {
    order: 30,
    label: { en: "Tools", da: "Værktøjer" },
    icon: () => import("lucide-react/icons/wrench?navigation"),
    landing: 3,
  },
  pages: [
    { path: "/tools/cargo", page: () => import("./cargo-page.tsx"), texts: [toolsTexts], need },
    { path: "/tools/split", page: () => import("./split-page.tsx"), texts: [toolsTexts], need },
  ],
};
