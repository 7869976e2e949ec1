import type { Area } from "../../lib/area.ts";
import { contractsTexts } from "./texts.ts";

export const contracts: Area = {
  path: "/tools/contracts",
  page: () => import("./contracts-page.tsx"),
  texts: [contractsTexts],
  need: "contracts.read",
  tool: {
    order: 10,
    label: { en: "Contracts", da: "Kontrakter" },
    text: {
      en: "Find work, offer it, and see that everybody is paid.",
      da: "Find arbejde, udbyd det, og se, at alle får deres penge.",
    },
    icon: () => import("lucide-react/icons/file-text?navigation"),
  },
};
