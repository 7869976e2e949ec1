import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE } from "../../lib/permissions.ts";
import { backedUp, COUNTER, isOfUser, OTHERS, OURS, type Tables } from "../../lib/table-rules.ts";
import { type Attached, attachToContracts, contracts } from "../contracts/index.ts";
import { attachToForms, type Counted, forms } from "../forms/index.ts";
import { contractApplyCommand } from "./applications.commands.ts";
import { applicationRoutes } from "./applications.routes.ts";
import { contractApplications } from "./applications.table.ts";
import { applicationAudit, applicationNotices, applicationSentences } from "./applications.texts.ts";
import { forgetDeclined } from "./forget.ts";
import { applicationNeeds } from "./needs.ts";
import { WIZARD } from "./wizard.schema.ts";

export { isVisibleTo, reviews } from "./applications.policy.ts";
export {
  type ApplicationRow,
  applicationColumns,
  detailedRecord,
  isItsForm,
  toApplication,
} from "./applications.rows.ts";
export { contractApplications } from "./applications.table.ts";
export { applicationErrors, applicationNotices } from "./applications.texts.ts";
export { attachToApplications } from "./attached.ts";
export { assertPending, planDecision } from "./decide.ts";

/** A move of a contract to one of these states declines its pending applications. */
const ENDING = ["accepted", "cancelled", "draft"];

const applicationsOfContracts: Attached["applications"] = {
  ownApplication: ({ userId }) => sql<number | null>`(select id from ${contractApplications}
    where user_id = ${userId} and contract_id = ${contracts.id} and kind = 'contract' and status = 'pending')`,
  appliedTo: ({ userId }) => sql`select contract_id from ${contractApplications}
    where user_id = ${userId} and kind = 'contract' and status = 'pending'`,
  whenMoved(context, { id: contractId, title: subject }, to) {
    if (!ENDING.includes(to)) return [];
    const { db, actor, now } = context;
    const at = now.toISOString();
    const areOpen = sql`contract_id = ${contractId} and status = 'pending'`;
    const applicants = sql`select user_id as id from ${contractApplications}
      where ${areOpen} and user_id is not ${actor.userId}`;
    return [
      ...applicationNotices.write(context, applicants, "application.contract_gone", { subject, contractId }),
      db.run(sql`update ${contractApplications} set status = 'declined', decided_by = ${actor.name}, decided_at = ${at},
          updated_at = ${at}, version = version + 1
        where ${areOpen}`),
    ];
  },
  figures({ userId }) {
    const waiting = (kind: "contract" | "security") => sql`select 1 from ${contractApplications}
      where user_id = ${userId} and status = 'pending' and kind = ${sql.raw(`'${kind}'`)}`;
    // Each kind has its own index.
    return { applications: sql`${waiting("contract")} union all ${waiting("security")}` };
  },
};

const applicationTables: Tables = {
  contract_applications: {
    guarded: { because: "what a user answered, which is gone for good", rows: "deleted" },
    backup: backedUp("members"),
    personal: {
      isOf: isOfUser,
      columns: [
        ...["id", "kind", "contract_id", "user_id", "status", "first_name", "last_name", "discord_username"],
        ...["timezone", "rsi_handle", "experience", "ship_type", "availability", "background_check"],
        ...["references", "additional_notes", "message", "decided_at", "created_at", "updated_at"],
        ...["form_id", "form_number", "answers"],
      ],
      json: { answers: "What the applicant wrote themselves." },
      without: { organization_id: OURS, decided_by: OTHERS, version: COUNTER },
    },
  },
};

attachToForms({
  count: (db, organizationId) =>
    db.all<Counted>(sql`select form_id as formId, form_number as number, count(*) as answered, 0 as filling
      from ${contractApplications} where form_id in
        (select id from ${forms} where organization_id = ${organizationId} and key in ('contract', 'security'))
      group by form_id, form_number`),
  fixed: { contract: WIZARD, security: WIZARD },
});
attachToContracts({ applications: applicationsOfContracts });

export const applicationsFeature = {
  routes: applicationRoutes,
  tables: applicationTables,
  permissions: {
    "security.view": {
      category: "Organization",
      heldBy: EVERY_ROLE,
      en: ["View security team", "Opens the security team and lets members apply to it."],
      da: ["Se sikkerhedsholdet", "Åbner sikkerhedsholdet og lader medlemmer ansøge."],
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
  needs: applicationNeeds,
  notices: applicationNotices,
  sentences: applicationSentences,
  commands: [contractApplyCommand],
  topics: {
    // Counts of those who answered a version.
    forms: [
      { table: "contract_applications", on: ["insert"], when: "new.form_id is not null" },
      { table: "contract_applications", on: ["delete"], when: "old.form_id is not null" },
    ],
    // Applications for a contract change the contract's row, which raises `contracts`.
    applications: [
      { table: "contract_applications", on: ["insert", "update"], when: "new.kind = 'security'" },
      { table: "contract_applications", on: ["delete"], when: "old.kind = 'security'" },
    ],
  },
} satisfies Feature;
