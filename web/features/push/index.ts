import { part } from "../../ui/part.tsx";
import { sessionsTexts } from "../sessions/texts.ts";
import { pushTexts } from "./texts.ts";

/** The reader's devices with push; nothing where the deployment has none. */
export const pushPanel = part(() => import("./push-panel.tsx"), [pushTexts, sessionsTexts]);
