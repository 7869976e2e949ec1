import { part } from "../../ui/part.tsx";
import { healthTexts } from "./texts.ts";

export const apiTab = part(() => import("./api-tab.tsx"), [healthTexts]);
