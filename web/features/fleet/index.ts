import { part } from "../../ui/part.tsx";
import { shipsTexts } from "../ships/texts.ts";
import { fleetTexts } from "./texts.ts";

export const fleetTab = part(() => import("./fleet-tab.tsx"), [fleetTexts, shipsTexts]);
export const fleetActions = part(() => import("./fleet-actions.tsx"), [fleetTexts]);
