import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

export { AddedFacts, useFieldName } from "./answer-facts.tsx";
export { Handle, Outcome, Withdraw } from "./parts.tsx";
export { applicationWizard } from "./wizard.ts";

const texts: Texts = (language) => [import(`./applications.${language}.json`)];

export const applyButton = part(() => import("./apply-button.tsx"), texts);
export const applicationsSection = part(() => import("./applications-section.tsx"), texts);
export const myApplications = part(() => import("./my-applications.tsx"), texts);
