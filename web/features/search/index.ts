import { part } from "../../ui/part.tsx";
import { searchTexts } from "./texts.ts";

/** The command palette, and the list of keyboard shortcuts; the shell opens them. */
export const palette = part(() => import("./palette.tsx"), [searchTexts]);
export const shortcutList = part(() => import("./shortcut-list.tsx"), [searchTexts]);
