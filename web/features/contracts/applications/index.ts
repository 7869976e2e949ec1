import { part } from "../../../ui/part.tsx";

export { applicationWizard } from "./wizard.ts";

/** A contract's applications for who decides on them, and the reader's own. */
export const applicationsSection = part(() => import("./applications-section.tsx"), ["applications"]);

/** The tab of the reader's own applications. */
export const myApplications = part(() => import("./my-applications.tsx"), ["applications"]);
