import type { Area } from "../../lib/area.ts";
import { shipsTexts } from "../ships/texts.ts";
import { hangarTexts } from "./texts.ts";

export const hangar: Area = {
  path: "/my-hangar",
  page: () => import("./hangar-page.tsx"),
  texts: [hangarTexts, shipsTexts],
  navigation: {
    order: 90,
    label: { en: "My Hangar", da: "Min hangar" },
    icon: () => import("lucide-react/icons/rocket?navigation"),
    isAside: true,
  },
};
