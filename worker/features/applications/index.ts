import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE } from "../../lib/permissions.ts";
import { attachToContracts } from "../contracts/index.ts";
import { contractApplyCommand } from "./applications.commands.ts";
import { applicationTables } from "./applications.data.ts";
import { applicationRoutes } from "./applications.routes.ts";
import { applicationAudit, applicationNotices, applicationSentences } from "./applications.texts.ts";
import { forgetDeclined } from "./forget.ts";
import { applicationsOfContracts } from "./of-contracts.ts";

export { isVisibleTo, reviews } from "./applications.policy.ts";
export {
  type ApplicationRow,
  applicationColumns,
  detailedRecord,
  toApplication,
} from "./applications.rows.ts";
export { contractApplications } from "./applications.table.ts";
export { applicationErrors, applicationNotices } from "./applications.texts.ts";
export { attachToApplications } from "./attached.ts";
export { assertPending, planDecision } from "./decide.ts";

attachToContracts({ applications: applicationsOfContracts });

export const applicationsFeature = {
  routes: applicationRoutes,
  tables: applicationTables,
  permissions: {
    "security.view": {
      category: "Organization",
      heldBy: EVERY_ROLE,
      en: ["View security team", "Opens the security team and lets members apply to it."],
      da: ["Se sikkerhedsholdet", "Åbner sikkerhedsholdet og lader medlemmer søge det."],
    },
    "security.review": {
      category: "Organization",
      heldBy: ["officer"],
      en: [
        "Review applications",
        "Sees all applications to the security team, reviews them and decides on them.",
      ],
      da: ["Behandle ansøgninger", "Ser alle ansøgninger til sikkerhedsholdet, vurderer dem og afgør dem."],
    },
  },
  daily: forgetDeclined,
  audit: applicationAudit,
  notices: applicationNotices,
  sentences: applicationSentences,
  commands: [contractApplyCommand],
  topics: {
    // Applications for a contract change the contract's row, which raises `contracts`.
    applications: [
      { table: "contract_applications", on: ["insert", "update"], when: "new.kind = 'security'" },
      { table: "contract_applications", on: ["delete"], when: "old.kind = 'security'" },
    ],
  },
} satisfies Feature;
