import { part } from "../../ui/part.tsx";
import { applicationsTexts } from "./texts.ts";

export { Handle, Outcome, Withdraw } from "./parts.tsx";
export { applicationWizard } from "./wizard.ts";

export const applicationsSection = part(() => import("./applications-section.tsx"), [applicationsTexts]);
export const myApplications = part(() => import("./my-applications.tsx"), [applicationsTexts]);
