import { part } from "../../ui/part.tsx";

/** The wizard with which a user applies for a contract, or with null for the security team. */
export const applicationWizard = part(
  () => import("./application-wizard.tsx"),
  (language) => [import(`./applications.${language}.json`)],
);
