import { sql } from "drizzle-orm";
import type { Feature } from "../../lib/feature.ts";
import { personalColumns } from "../../lib/fields.ts";
import { numberText } from "../../lib/number-text.ts";
import { EVERY_ROLE, EVERY_TEAM } from "../../lib/permissions.ts";
import type { Source } from "../../lib/search/search.ts";
import {
  backedUp,
  backedUpBelow,
  COUNTER,
  OTHERS,
  OURS,
  type Tables,
  WITH_USER,
} from "../../lib/table-rules.ts";
import { contractAnnouncements } from "./contracts.announcements.ts";
import { publicContract } from "./contracts.card.ts";
import { contractsCommand } from "./contracts.commands.ts";
import { contractFields } from "./contracts.fields.ts";
import { visibleTo } from "./contracts.policy.ts";
import { contractRoutes } from "./contracts.routes.ts";
import { type Contract, stateOf } from "./contracts.schema.ts";
import { contractAudit, STATE_TEXTS } from "./contracts.texts.ts";
import { nextDeadline } from "./list.ts";

export { type Attached, attachToContracts, type MovedContract } from "./attached.ts";
export { insertCompleted } from "./change.ts";
export { contractPage, payText, showCard } from "./contracts.card.ts";
export { assertOpen, closureOf, hindranceOf, isOwnedBy, owns, visibleTo } from "./contracts.policy.ts";
export { getContractRoute, listContractsRoute } from "./contracts.routes.ts";
export {
  type ContractRow,
  contractRecord,
  countOnContract,
  insertHistory,
  selectContracts,
} from "./contracts.rows.ts";
export {
  type Contract,
  type ContractStatus,
  CURRENCIES,
  type Currency,
  isAvailable,
  SEARCH_LENGTH,
} from "./contracts.schema.ts";
export { contractHistory, contracts } from "./contracts.table.ts";
export { contractErrors, STATUS_TEXTS } from "./contracts.texts.ts";
export { planMove } from "./move.ts";

type Row = Pick<
  Contract,
  "id" | "title" | "status" | "assignedTo" | "deadline" | "pay" | "currency" | "updatedAt"
>;

const contractSearch: Source = {
  group: "contracts",
  needs: ["contracts.read"],
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select contracts.id, title, status, pay, currency, assigned_to as assignedTo, deadline,
        updated_at as updatedAt
      from ${wanted.titled("contract", "contracts", actor.organizationId)} where ${visibleTo(actor)}`),
  present: ({ id, title, pay, currency, updatedAt, ...contract }: Row, { language, now }) => ({
    ...{
      kind: "contract",
      id,
      title,
      path: `/tools/contracts?contract=${id}`,
      weight: Date.parse(updatedAt),
    },
    line: [
      ...(pay > 0 ? [`${numberText(pay, language)} ${currency}`] : []),
      STATE_TEXTS[stateOf(contract, now.getTime())][language],
    ].join(" · "),
  }),
};

const TRANSFERS = "Counts transfers; those that are yours stand by themselves.";

const contractTables: Tables = {
  contracts: {
    backup: backedUp("members"),
    personal: {
      isOf: (owner) => sql`organization_id = ${owner.organizationId} and (assigned_to = ${owner.userId}
        or (select id from members where user_id = ${owner.userId}) in (posted_by, created_by))`,
      columns: [
        "id",
        ...personalColumns(contractFields).columns,
        ...["pay", "status", "posted_at", "closed_at", "created_at", "updated_at"],
      ],
      without: {
        organization_id: OURS,
        assigned_to: OTHERS,
        posted_by: OTHERS,
        posted_by_user: OTHERS,
        created_by: OTHERS,
        applications: "Counts applications, which are others'.",
        transfers: TRANSFERS,
        transfers_sent: TRANSFERS,
        transfers_confirmed: TRANSFERS,
        search_text: "Repeats title and place in lower case.",
        version: COUNTER,
      },
    },
  },
  contract_history: {
    backup: backedUpBelow("members", "contract_id", "contracts"),
    personal: {
      isOf: ({ userId }) => sql`performed_by_id = ${userId}`,
      columns: ["id", "contract_id", "action", "previous_value", "new_value", "notes", "created_at"],
      without: {
        performed_by: "Your own name.",
        performed_by_id: WITH_USER,
        changes: "Values of a record that is the organization's.",
      },
    },
  },
};

export const contractsFeature = {
  routes: contractRoutes,
  tables: contractTables,
  permissions: {
    "contracts.read": {
      category: "Contracts",
      heldBy: EVERY_ROLE,
      en: [
        "See contracts",
        "Sees the contracts that are offered, applies for them and follows their own pay.",
      ],
      da: ["Se kontrakter", "Ser de kontrakter, der udbydes, ansøger om dem og følger sin egen betaling."],
    },
    "contracts.write": {
      category: "Contracts",
      heldBy: EVERY_TEAM,
      en: ["Edit contracts", "Creates and posts contracts."],
      da: ["Redigere kontrakter", "Opretter og udbyder kontrakter."],
    },
    "contracts.admin": {
      category: "Contracts",
      heldBy: ["officer"],
      en: [
        "Manage all contracts",
        "Sees everybody's drafts; edits, decides on and pays out everybody's contracts.",
      ],
      da: [
        "Administrere alle kontrakter",
        "Ser alles kladder; redigerer, afgør og udbetaler alles kontrakter.",
      ],
    },
  },
  audit: contractAudit,
  announcements: { texts: contractAnnouncements.texts, cards: { contract: publicContract } },
  commands: [contractsCommand],
  search: [contractSearch],
  timed: { contracts: nextDeadline },
  topics: {
    // A change of a contract's applications or transfers also changes the contract's row.
    contracts: [{ table: "contracts", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
