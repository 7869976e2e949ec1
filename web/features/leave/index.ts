import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

export { LeaveDialog } from "./dialog.ts";

const texts: Texts = (language) => [import(`./leave.${language}.json`)];

/** The leaves of the reader as a panel, and those of another member as a section. */
export const ownLeaves = part(() => import("./own-leaves.tsx"), texts);
export const memberLeaves = part(() => import("./member-leaves.tsx"), texts);

/** A quiet button to say that one is away; nothing for users who are not members. */
export const awayButton = part(() => import("./away-button.tsx"), texts);
