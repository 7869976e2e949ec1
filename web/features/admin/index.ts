import { part } from "../../ui/part.tsx";
import { adminTexts } from "./texts.ts";

/** The button that creates test prospects, for holders of `admin.system`. */
export const createTestProspects = part(() => import("./create-test-prospects.tsx"), [adminTexts]);
