import { part } from "../../ui/part.tsx";

/** The webhooks of the organization, for those who run its system. */
export const webhooksPart = part(
  () => import("./webhooks-part.tsx"),
  (language) => [import(`./webhooks.${language}.json`)],
);
