import { useState } from "react";
import * as z from "zod/mini";
import {
  type Application,
  decideInput,
  MESSAGE_LENGTH,
} from "../../../worker/features/applications/applications.schema.ts";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ChevronDownIcon, ChevronUpIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Optional } from "../../ui/optional.tsx";
import { Section } from "../../ui/section.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { AddedFacts, useFieldName } from "./answer-facts.tsx";
import { applications } from "./applications.api.ts";
import { ENTERED, Handle, Message, Outcome, useAgo, Withdraw } from "./parts.tsx";

/** The applications for a contract: all of them for users who decide, else the reader's own. */
export default function ApplicationsSection({ contract }: { contract: Contract }) {
  if (contract.status === "draft") return null;
  return contract.can.decide ? <All contract={contract} /> : <Own contract={contract} />;
}

function All({ contract }: { contract: Contract }) {
  const t = useT();
  const { id, can } = contract;
  const waiting = contract.applications ?? 0;
  const source = applications.useList({ contractId: id }, { size: 20 });
  if (!can.open && source.list?.items.length === 0) return null;
  return (
    <Section
      title={t("applications.title")}
      aside={waiting > 0 ? t("applications.waiting", { count: waiting }) : null}
    >
      <ListView
        source={source}
        loading={<SkeletonLines lines={3} />}
        empty={<p className="border-t border-line py-3 text-ink-2">{t("applications.none")}</p>}
        moreLabel={() => t("applications.more")}
      >
        {(items) => <ToDecide items={items} others={Math.max(0, waiting - 1)} />}
      </ListView>
    </Section>
  );
}

/** The applications; the first that waits for an answer is open. */
function ToDecide({ items, others }: { items: readonly Application[]; others: number }) {
  const [readId, setReadId] = useState(() => items.find(({ can }) => can.decide)?.id ?? null);
  return (
    <ul>
      {items.map((each) => (
        <Row
          key={each.id}
          application={each}
          others={others}
          isOpen={each.id === readId}
          onToggle={() => setReadId(each.id === readId ? null : each.id)}
        />
      ))}
    </ul>
  );
}

function Row(props: { application: Application; others: number; isOpen: boolean; onToggle: () => void }) {
  const t = useT();
  const ago = useAgo();
  const [verb, setVerb] = useState<"accept" | "decline" | null>(null);
  const { application, others, isOpen, onToggle } = props;
  const { applicant, createdAt, experience, shipType, can } = application;
  const name = applicant.displayName;
  const decide = (className: string) =>
    can.decide ? (
      <span className={className}>
        <Button aria-label={t("applications.decline_name", { name })} onClick={() => setVerb("decline")}>
          {t("applications.decline")}
        </Button>
        <Button
          variant={isOpen ? "primary" : "default"}
          aria-label={t("applications.accept_name", { name })}
          onClick={() => setVerb("accept")}
        >
          {t("applications.accept")}
        </Button>
      </span>
    ) : null;
  return (
    <li className="border-t border-line py-2.5">
      <div className="flex items-center gap-2.5">
        <Avatar name={name} src={applicant.avatarUrl} />
        <div className="min-w-0 flex-1 leading-[1.35]">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <b className="font-semibold">{name}</b>
            <Time at={createdAt} className="hint">
              {ago(createdAt)}
            </Time>
          </p>
          <p className="text-md text-ink-2 md:truncate max-md:line-clamp-2">
            {isOpen ? shipType : `${shipType} · ${experience}`}
          </p>
        </div>
        {can.decide ? null : <Outcome status={application.status} />}
        <Button
          variant="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? "applications.less_name" : "applications.read_name", { name })}
          icon={isOpen ? <ChevronUpIcon size={14} /> : <ChevronDownIcon size={14} />}
          onClick={onToggle}
        >
          <span className="max-md:hidden">{t(isOpen ? "applications.less" : "applications.read")}</span>
        </Button>
        {decide("flex gap-2 max-md:hidden")}
      </div>
      {isOpen ? (
        <div className="pt-2.5 md:pl-10">
          <Details application={application} />
          {decide("mt-3 grid grid-cols-2 gap-2 md:hidden")}
          {can.withdraw ? (
            <p className="mt-3">
              <Withdraw application={application} />
            </p>
          ) : null}
        </div>
      ) : null}
      {verb ? (
        <DecideDialog application={application} verb={verb} others={others} onClose={() => setVerb(null)} />
      ) : null}
    </li>
  );
}

function Details({ application }: { application: Application }) {
  const t = useT();
  const nameOf = useFieldName();
  const { rsiHandle, isHandleVerified, references, additionalNotes, decidedBy, message } = application;
  const { applicant, applicantName } = application;
  return (
    <Facts look={ENTERED}>
      <Fact label={nameOf("experience")}>{application.experience}</Fact>
      <Fact label={nameOf("availability")}>
        {t("applications.in_zone", { text: application.availability, zone: application.timezone })}
      </Fact>
      <Fact label={t("applications.name")}>
        {applicantName === applicant.displayName ? null : applicantName}
      </Fact>
      <Fact label={nameOf("discordUsername")}>{application.discordUsername}</Fact>
      <Fact label={nameOf("rsiHandle")}>
        {rsiHandle ? <Handle text={rsiHandle} isVerified={isHandleVerified} /> : null}
      </Fact>
      <Fact label={nameOf("backgroundCheck")}>
        {t(application.backgroundCheck ? "applications.yes" : "applications.no")}
      </Fact>
      <Fact label={nameOf("references")}>{references}</Fact>
      <Fact label={nameOf("additionalNotes")}>{additionalNotes}</Fact>
      <AddedFacts added={application.added} />
      <Fact label={t("applications.decided_by")}>{decidedBy}</Fact>
      <Fact label={t("applications.answer")}>{message ? <Message text={message} /> : null}</Fact>
    </Facts>
  );
}

/** The reader's newest application with its state; the dialog's bar has the way to apply. */
function Own({ contract }: { contract: Contract }) {
  const t = useT();
  const ago = useAgo();
  const { list } = applications.useList({ contractId: contract.id, of: "me" }, { size: 1 });
  const own = list?.items[0];
  if (!own) return null;
  return (
    <Section title={t("applications.own")}>
      <div className="border-t border-line py-2.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Outcome status={own.status} />
          <Time at={own.createdAt} className="hint">
            {t("applications.sent_when", { when: ago(own.createdAt) })}
          </Time>
          {own.can.withdraw ? (
            <span className="ml-auto">
              <Withdraw application={own} />
            </span>
          ) : null}
        </p>
        <Message text={own.message} />
      </div>
    </Section>
  );
}

const messageInput = z.pick(decideInput, { message: true });

function DecideDialog(props: {
  application: Application;
  verb: "accept" | "decline";
  /** Number of other pending applications for the contract. */
  others: number;
  onClose: () => void;
}) {
  const t = useT();
  const { application, verb, others, onClose } = props;
  const name = application.applicant.displayName;
  return (
    <FormDialog
      title={t(`applications.${verb}_ask`, { name })}
      description={t(`applications.${verb}_text`, { name, others })}
      width={480}
      schema={messageInput}
      defaults={{ message: "" }}
      confirmLabel={t(`applications.${verb}`)}
      danger={verb === "decline"}
      failure={{ title: t(`applications.${verb}_failed`) }}
      onSubmit={async (body) => {
        await applications.edit(application, { call: `/${verb}`, body, patch: {} });
        toast({ title: t(`applications.${verb}_done`, { name }) });
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <TextArea
          {...field("message")}
          label={<Optional label={t("applications.message")} text={t("applications.optional")} />}
          rows={3}
          maxLength={MESSAGE_LENGTH}
        />
      )}
    </FormDialog>
  );
}
