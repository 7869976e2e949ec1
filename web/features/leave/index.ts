import { part } from "../../ui/part.tsx";
import { leaveTexts } from "./texts.ts";

/** The leaves of the reader as a panel, and those of another member as a section. */
export const ownLeaves = part(() => import("./own-leaves.tsx"), [leaveTexts]);
export const memberLeaves = part(() => import("./member-leaves.tsx"), [leaveTexts]);
