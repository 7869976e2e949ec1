import {
  CONTRACT_STATUSES,
  type Contract,
  type ContractHistoryEntry,
  type Person as ContractPerson,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { SPLIT_EVENTS } from "../../../../worker/features/payouts/payouts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { ListSource } from "../../../lib/list.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { Section } from "../../../ui/section.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { HistoryLink } from "../../audit/index.ts";
import { DeadlineText, durationOf } from "../contract-parts.tsx";
import { isField } from "../form/form-values.ts";

export function Description({ text }: { text: string | null }) {
  const t = useT();
  return (
    <Section title={t("contracts.field.description")}>
      <p className="max-w-[68ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
        {text ?? t("contracts.no_description")}
      </p>
    </Section>
  );
}

const Person = ({ displayName, avatarUrl }: Pick<ContractPerson, "displayName" | "avatarUrl">) => (
  <span className="flex min-w-0 items-center gap-2">
    <Avatar name={displayName} src={avatarUrl} size="s" />
    <span className="min-w-0">{displayName}</span>
  </span>
);

export function Information({ contract }: { contract: Contract }) {
  const t = useT();
  const format = useFormat();
  const { status, assignee, postedByMember: poster, location, serviceType, createdAt } = contract;
  return (
    <Section title={t("contracts.information")}>
      <Facts>
        <Fact label={t("contracts.field.assignedTo")}>
          {assignee ? <Person {...assignee} /> : t("contracts.unassigned")}
        </Fact>
        <Fact label={t("contracts.field.location")}>{location ?? t("contracts.no_location")}</Fact>
        <Fact label={t("contracts.field.serviceType")}>
          {serviceType ? t(`contracts.service.${serviceType}`) : t("contracts.not_specified")}
        </Fact>
        <Fact label={t("contracts.field.duration")}>{durationOf(t, contract)}</Fact>
        <Fact label={t("contracts.field.deadline")}>
          <DeadlineText contract={contract} exact />
        </Fact>
        <Fact label={t(status === "draft" ? "contracts.field.writtenBy" : "contracts.field.postedBy")}>
          {poster ? <Person {...poster} /> : t("contracts.unknown")}
        </Fact>
        <Fact label={t("contracts.field.createdAt")}>
          <Time at={createdAt}>{format.date(createdAt)}</Time>
        </Fact>
      </Facts>
    </Section>
  );
}

/** The texts about an expense or a transfer, by its new status. */
const MONEY = [
  ...(["expense.pending", "expense.approved", "expense.declined", "expense.removed"] as const),
  ...(["transfer.open", "transfer.sent", "transfer.confirmed"] as const),
  ...(["transfer.correction", "transfer.removed"] as const),
] as const;

/** An entry of a contract's history as a sentence. */
function useEntryText(): (entry: ContractHistoryEntry) => string {
  const t = useT();
  const format = useFormat();
  return ({ action, performedBy: name, previousValue, newValue, changes }) => {
    if (action === "status") {
      const to = CONTRACT_STATUSES.find((status) => status === newValue) ?? "open";
      return t("contracts.log.status", { name, status: t(`contracts.status.${to}`) });
    }
    if (action === "edited") {
      const fields = Object.keys(changes ?? {}).filter(isField);
      const named = fields.map((field) => t(`contracts.field.${field}`).toLowerCase()).join(", ");
      return t(named ? "contracts.log.edited" : "contracts.log.edited_some", { name, fields: named });
    }
    if (action === "returned") return t("contracts.log.returned", { name: previousValue });
    if (action === "split") {
      const event = SPLIT_EVENTS.find((each) => each === newValue) ?? "changed";
      return t(`contracts.log.split.${event}`, { name });
    }
    if (action === "expense" || action === "transfer") {
      const amount = format.number(Number(newValue));
      const to = (field: string) => changes?.[field]?.to;
      // A removed expense and a withdrawn correction have no status.
      const after = to("status") ?? "removed";
      const isNew = action === "transfer" && changes?.["status"]?.from === null;
      const status = isNew ? "correction" : after;
      const key = MONEY.find((each) => each === `${action}.${status}`) ?? "expense.pending";
      const people = { who: to("name"), from: to("payer"), to: to("receiver") };
      return t(`contracts.log.${key}`, { name, amount, ...people });
    }
    return t(`contracts.log.${action}`, { name, value: newValue ?? t("contracts.nobody") });
  };
}

export function Timeline({ source, id }: { source: ListSource<ContractHistoryEntry>; id: number }) {
  const t = useT();
  const format = useFormat();
  const textOf = useEntryText();
  return (
    <Section title={t("contracts.timeline")} aside={<HistoryLink area="contracts" id={id} />}>
      <ListView
        source={source}
        loading={<SkeletonLines lines={3} />}
        moreLabel={() => t("contracts.timeline_more")}
        moreClass="pt-2"
      >
        {(entries) => (
          <ol className="text-sm text-ink-2">
            {entries.map((entry) => (
              <li key={entry.id} className="flex gap-3 py-[5px] leading-[1.4]">
                <Time at={entry.createdAt} className="w-[104px] flex-none text-ink-3">
                  {format.moment(entry.createdAt)}
                </Time>
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {textOf(entry)}
                  {entry.notes ? <q className="block">{entry.notes}</q> : null}
                </span>
              </li>
            ))}
          </ol>
        )}
      </ListView>
    </Section>
  );
}
