import { useState } from "react";
import {
  MESSAGE_LENGTH,
  type Team,
  type TeamApplication,
  teamDecideInput,
} from "../../../worker/features/teams/teams.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { AnswerList } from "../forms/index.ts";
import { Message, Outcome, When } from "./team-card.tsx";
import { applications, useTeamsAddress } from "./teams.api.ts";

/** Applications shown at once. */
const PAGE = 10;

type Deciding = { application: TeamApplication; verb: "accept" | "decline" };

/** The applications to one of the teams that the reader reviews for: those that wait, or those that were decided. */
export function Reviews({ teams }: { teams: readonly Team[] }) {
  const t = useT();
  const { address, hrefWith } = useTeamsAddress();
  const team =
    teams.find(({ id }) => id === address.team) ?? teams.find(({ waiting }) => waiting) ?? teams[0];
  const source = applications.useList(
    { show: address.show },
    { size: PAGE, ...(team && { parentId: team.id }) },
  );
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <div className="grid min-w-0 gap-3">
      {teams.length > 1 ? (
        <div className="overflow-x-auto">
          <SegmentedLinks
            label={t("teams.teams")}
            options={teams.map(({ id, name, waiting }) => ({
              value: String(id),
              label: name,
              ...(waiting ? { count: waiting } : {}),
            }))}
            value={String(team?.id)}
            to={(id) => hrefWith({ team: Number(id) })}
          />
        </div>
      ) : null}
      <ListPanel
        title={t("teams.reviews")}
        aside={<span className="text-ink-2">{team?.name}</span>}
        actions={
          <SegmentedLinks
            label={t("teams.reviews")}
            options={(["open", "decided"] as const).map((value) => ({
              value,
              label: t(`teams.show.${value}`),
            }))}
            value={address.show}
            to={(show) => hrefWith({ show, team: team?.id ?? null })}
          />
        }
        source={source}
        empty={<EmptyState icon={<CheckIcon size={22} />} title={t(`teams.empty.${address.show}`)} />}
        moreLabel={() => t("teams.more")}
      >
        {(items) => (
          <ul>
            {items.map((each) => (
              <Review key={each.id} application={each} onDecide={setDeciding} />
            ))}
          </ul>
        )}
      </ListPanel>
      {deciding ? <DecideDialog {...deciding} onClose={() => setDeciding(null)} /> : null}
    </div>
  );
}

function Review(props: { application: TeamApplication; onDecide: (deciding: Deciding) => void }) {
  const t = useT();
  const { application, onDecide } = props;
  const { applicant, status, content, answers, isPurged, message, can } = application;
  const name = applicant.displayName;
  return (
    <li className="border-t border-line pt-3.5 first:border-t-0">
      <article aria-label={name}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pad">
          <Avatar name={name} src={applicant.avatarUrl} />
          <h3 className="min-w-0 flex-1 leading-[1.35] font-book [overflow-wrap:anywhere]">
            {name}
            <span className="block font-normal">
              <When application={application} />
            </span>
          </h3>
          {status === "pending" ? null : <Outcome status={status} />}
        </header>
        {isPurged ? (
          <p className="pad py-3 text-ink-2">{t("teams.gone")}</p>
        ) : (
          <AnswerList content={content} answers={answers} className="pad py-1.5" />
        )}
        {message ? (
          <div className="pad pb-3.5">
            <Message text={message} />
          </div>
        ) : null}
        {can.decide ? (
          <div className="flex justify-end gap-2 pad pb-3.5 max-sm:*:flex-1">
            {(["decline", "accept"] as const).map((verb) => (
              <Button
                key={verb}
                size="s"
                variant={verb === "accept" ? "primary" : undefined}
                aria-haspopup="dialog"
                aria-label={t(`teams.${verb}_name`, { name })}
                onClick={() => onDecide({ application, verb })}
              >
                {t(`teams.${verb}`)}
              </Button>
            ))}
          </div>
        ) : null}
      </article>
    </li>
  );
}

/** Asks for what the applicant reads; empty for nothing. */
function DecideDialog({ application, verb, onClose }: Deciding & { onClose: () => void }) {
  const t = useT();
  const [{ version, gives }] = useState(application);
  const name = application.applicant.displayName;
  return (
    <FormDialog
      title={t(`teams.${verb}_name`, { name })}
      confirmLabel={t(`teams.${verb}`)}
      danger={verb === "decline"}
      schema={teamDecideInput}
      defaults={{ message: "" }}
      inputOf={(values) => ({ ...values, version })}
      failure={{ title: t("teams.not_decided") }}
      onSubmit={async ({ message }) => {
        await applications.edit(
          { ...application, version },
          { call: `/${verb}`, body: { message }, patch: {} },
        );
        toast({ title: t(`teams.${verb}_done`, { name }) });
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {verb === "accept" ? (
            <p>
              <span className="text-ink-2">{t("teams.role")}</span> {gives ?? t("teams.no_role")}
            </p>
          ) : null}
          <TextArea
            {...field("message")}
            label={t("teams.message", { name })}
            rows={4}
            maxLength={MESSAGE_LENGTH}
          />
        </>
      )}
    </FormDialog>
  );
}
