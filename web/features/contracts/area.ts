import type { Area } from "../../lib/area.ts";
import { contractsTexts } from "./texts.ts";

export const contracts: Area = {
  path: "/tools/contracts",
  page: () => import("./contracts-page.tsx"),
  texts: [contractsTexts],
  need: "contracts.read",
};
