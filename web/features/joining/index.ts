import { part } from "../../ui/part.tsx";

export { useApplication } from "./review/review.api.ts";

const TEXTS = (language: "en" | "da") => [
  import(`./joining.${language}.json`),
  import(`../../lib/i18n/thread.${language}.json`),
  import(`./review.${language}.json`),
];

/** What a prospect answered when they applied, and the messages with them, for officers. */
export const review = part(() => import("./review/review.tsx"), TEXTS);

/** Opens the next applicant, also by a key. */
export const nextApplicant = part(() => import("./review/next-applicant.tsx"), TEXTS);

/** Asks for what an applicant reads who is declined. */
export const declineWords = part(() => import("./review/decline-words.tsx"), TEXTS);
