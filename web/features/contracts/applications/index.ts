import { part } from "../../../ui/part.tsx";

/** The wizard with which a user applies for a contract, or with null for the security team. */
export const applicationWizard = part(() => import("./application-wizard.tsx"), ["applications"]);

/** A contract's applications for who decides on them, and the reader's own. */
export const applicationsSection = part(() => import("./applications-section.tsx"), ["applications"]);

/** The tab of the reader's own applications. */
export const myApplications = part(() => import("./my-applications.tsx"), ["applications"]);
