import type {
  Restore,
  RestoreRow,
  Restoring,
  RowChange,
} from "../../../../worker/features/backup/restore/restore.schema.ts";
import type { MessageKey } from "../../../lib/i18n/i18n.ts";

/** The steps of a restore as users see them. */
export const STEPS = ["file", "rehearsal", "confirm", "apply", "resume"] as const;

export const STEP_NAMES = {
  file: "restore.step.file",
  rehearsal: "restore.rehearsal",
  confirm: "restore.confirm",
  apply: "restore.step.apply",
  resume: "restore.resume",
} as const satisfies Record<(typeof STEPS)[number], MessageKey>;

/** The number of steps that are done. */
export function stepsDone(restoring: Restoring | undefined, isSending: boolean): number {
  if (isSending) return 1;
  if (!restoring?.restore) return 0;
  const { restore, pause } = restoring;
  if (restore.state === "done") return pause ? 4 : 5;
  return restore.state === "rehearsed" ? 2 : 3;
}

/** The numbers of rows to add, change, delete and skip over all sections, and how many of them a restore writes. */
export function totalsOf({ sections }: Pick<Restore, "sections">) {
  const sum = (change: RowChange) => sections.reduce((rows, section) => rows + section[change], 0);
  const [comes, changes, goes, skipped] = [sum("comes"), sum("changes"), sum("goes"), sum("skipped")];
  const written = comes + changes + goes;
  return { comes, changes, goes, skipped, written, all: written + skipped };
}

/** Returns how a typed name differs from the wanted one: the number of letters that are missing at its end, or another name. */
export function missingOf(typed: string, wanted: string): number | "other" {
  const [own, whole] = [typed.trim(), wanted.trim()];
  return whole.startsWith(own) ? [...whole].length - [...own].length : "other";
}

/** Kinds of rows that users know, by table. */
const KINDS = {
  announcement_channels: "restore.kind.announcement",
  audit_log: "restore.kind.audit",
  bot_files: "restore.kind.bot_file",
  bots: "restore.kind.bot",
  contract_applications: "restore.kind.application",
  contract_history: "restore.kind.history",
  contracts: "restore.kind.contract",
  discord_role_mappings: "restore.kind.mapping",
  event_answers: "restore.kind.answer",
  event_series: "restore.kind.event",
  events: "restore.kind.event",
  hangar_ships: "restore.kind.ship",
  leaves: "restore.kind.leave",
  member_history: "restore.kind.history",
  members: "restore.kind.member",
  notices: "restore.kind.notice",
  organization_settings: "restore.kind.setting",
  organizations: "restore.kind.organization",
  prospect_history: "restore.kind.history",
  prospects: "restore.kind.prospect",
  roles: "restore.kind.role",
  rsi_accounts: "restore.kind.rsi",
  ships: "restore.kind.ship",
  users: "restore.kind.user",
  webhooks: "restore.kind.webhook",
  wish_comments: "restore.kind.comment",
  wish_votes: "restore.kind.vote",
  wishes: "restore.kind.wish",
} as const satisfies Record<string, MessageKey>;

/** The name of a row's kind; of one that users do not know, that of its section. */
export const kindOf = ({ table, section }: Pick<RestoreRow, "table" | "section">): MessageKey =>
  Object.hasOwn(KINDS, table) ? KINDS[table as keyof typeof KINDS] : `backup.section.${section}`;

/** Columns that users know, with their names. */
const COLUMNS = {
  amount: "restore.column.amount",
  description: "restore.column.description",
  display_name: "restore.column.name",
  email: "restore.column.email",
  name: "restore.column.name",
  notes: "restore.column.notes",
  stage: "restore.column.stage",
  status: "restore.column.status",
  title: "restore.column.title",
  username: "restore.column.username",
} as const satisfies Record<string, MessageKey>;

/** Derived columns, whose changes are not shown. */
const FOLLOWING = new Set(["version", "updated_at", "position"]);

type Field = RestoreRow["fields"][number];
const isKnown = (field: Field): field is Field & { column: keyof typeof COLUMNS } =>
  Object.hasOwn(COLUMNS, field.column);

/** The changed fields that users know, by their names, and how many others there are. */
export function changedFields(fields: RestoreRow["fields"]) {
  const own = fields.filter(({ column }) => !FOLLOWING.has(column));
  const known = own.filter(isKnown);
  return {
    known: known.map(({ column, ...values }) => ({ ...values, name: COLUMNS[column] })),
    others: own.length - known.length,
  };
}
