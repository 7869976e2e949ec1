import type { Feature } from "../../lib/feature.ts";
import { EVERY_ROLE, EVERY_TEAM } from "../../lib/permissions.ts";
import { contractAnnouncements } from "./contracts.announcements.ts";
import { publicContract } from "./contracts.card.ts";
import { contractsCommand } from "./contracts.commands.ts";
import { contractTables } from "./contracts.data.ts";
import { contractRoutes } from "./contracts.routes.ts";
import { contractSearch } from "./contracts.search.ts";
import { contractAudit } from "./contracts.texts.ts";
import { nextDeadline } from "./list.ts";

export { type Attached, attachToContracts, type MovedContract } from "./attached.ts";
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
  SEARCH_LENGTH,
} from "./contracts.schema.ts";
export { contractHistory, contracts } from "./contracts.table.ts";
export { contractErrors, STATUS_TEXTS } from "./contracts.texts.ts";
export { planMove } from "./move.ts";

export const contractsFeature = {
  routes: contractRoutes,
  tables: contractTables,
  permissions: {
    "contracts.read": {
      category: "Contracts",
      heldBy: EVERY_ROLE,
      en: [
        "Read contracts",
        "Sees the contracts that are offered, applies for them and follows their own pay.",
      ],
      da: ["Se kontrakter", "Ser de kontrakter, der udbydes, søger dem og følger sin egen betaling."],
    },
    "contracts.write": {
      category: "Contracts",
      heldBy: EVERY_TEAM,
      en: ["Write contracts", "Creates and posts contracts."],
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
    // A change of a contract's applications or transfers changes the contract's row as well.
    contracts: [{ table: "contracts", on: ["insert", "update", "delete"] }],
  },
} satisfies Feature;
