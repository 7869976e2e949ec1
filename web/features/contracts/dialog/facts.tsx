import type { ReactNode } from "react";
import type {
  Contract,
  ContractHistoryEntry,
  Person as ContractPerson,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import type { ListSource } from "../../../lib/list.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeadlineText, useDuration } from "../contract-parts.tsx";
import { Section } from "../section.tsx";
import { useEntryText } from "./entry-text.ts";

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

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-3.5 border-t border-line py-[7px] first:border-t-0 first:pt-0">
    <dt className="w-[92px] flex-none text-sm text-ink-3">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

/** Who, where, what and until when. */
export function Information({ contract }: { contract: Contract }) {
  const t = useT();
  const format = useFormat();
  const { status, assignee, postedByMember: poster, location, serviceType, createdAt } = contract;
  const duration = useDuration(contract);
  return (
    <Section title={t("contracts.information")}>
      <dl className="text-md">
        <Row label={t("contracts.field.assignedTo")}>
          {assignee ? <Person {...assignee} /> : t("contracts.unassigned")}
        </Row>
        <Row label={t("contracts.field.location")}>{location ?? t("contracts.no_location")}</Row>
        <Row label={t("contracts.field.serviceType")}>
          {serviceType ? t(`contracts.service.${serviceType}`) : t("contracts.not_specified")}
        </Row>
        <Row label={t("contracts.field.duration")}>{duration}</Row>
        <Row label={t("contracts.field.deadline")}>
          <DeadlineText contract={contract} exact />
        </Row>
        <Row label={t(status === "draft" ? "contracts.field.writtenBy" : "contracts.field.postedBy")}>
          {poster ? <Person {...poster} /> : t("contracts.unknown")}
        </Row>
        <Row label={t("contracts.field.createdAt")}>
          <Time at={createdAt}>{format.date(createdAt)}</Time>
        </Row>
      </dl>
    </Section>
  );
}

/** What happened to it, newest first. */
export function Timeline({ source }: { source: ListSource<ContractHistoryEntry> }) {
  const t = useT();
  const format = useFormat();
  const textOf = useEntryText();
  return (
    <Section title={t("contracts.timeline")}>
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
