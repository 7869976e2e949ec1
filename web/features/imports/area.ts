import type { Area } from "../../lib/area.ts";
import { shipsTexts } from "../ships/texts.ts";
import { importsTexts } from "./texts.ts";

export const imports: Area = {
  path: "/my-hangar/import",
  page: () => import("./import-page.tsx"),
  texts: [importsTexts, shipsTexts],
};
