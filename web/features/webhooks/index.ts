import { part } from "../../ui/part.tsx";
import { webhooksTexts } from "./texts.ts";

/** The webhooks of the organization, for those who run its system. */
export const webhooksPart = part(() => import("./webhooks-part.tsx"), [webhooksTexts]);
