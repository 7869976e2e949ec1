import type { Team, TeamApplication } from "../../../worker/features/teams/teams.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Time } from "../../ui/time.tsx";
import { AnswerList } from "../forms/index.ts";
import { applications } from "./teams.api.ts";

const TONES = { pending: "new", accepted: "go", declined: "stop", withdrawn: "idle" } as const;

/** Where an application stands. */
export function Outcome({ status }: Pick<TeamApplication, "status">) {
  const t = useT();
  return (
    <Badge tone={TONES[status]} size="s">
      {t(`teams.status.${status}`)}
    </Badge>
  );
}

/** What the applicant reads of the decision. */
export const Message = ({ text }: { text: string | null }) =>
  text ? (
    <q className="mt-1.5 block whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{text}</q>
  ) : null;

/** When it was sent, or when and by whom it was decided. */
export function When({ application }: { application: TeamApplication }) {
  const t = useT();
  const format = useFormat();
  const { decidedAt, decidedBy, createdAt } = application;
  const at = decidedAt ?? createdAt;
  const when = format.dayWithin(at);
  return (
    <Time at={at} className="hint">
      {decidedAt === null
        ? t("teams.sent_when", { when })
        : decidedBy === null
          ? when
          : t("teams.by", { name: decidedBy, when })}
    </Time>
  );
}

/** A team as a member meets it, with the reader's newest application. */
export function TeamCard({ team, onApply }: { team: Team; onApply: () => void }) {
  const t = useT();
  const { name, own, can, form, isOpen } = team;
  const isEmpty = own === null && !can.apply;
  return (
    <li className="panel flex flex-col overflow-clip">
      <div className="flex min-h-[60px] flex-1 items-center gap-x-4 pad py-3">
        <div className="min-w-0 flex-1">
          <h2 className="[overflow-wrap:anywhere]">{name}</h2>
          {own ? (
            <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Outcome status={own.status} />
              <When application={own} />
            </div>
          ) : null}
          {isEmpty ? (
            <p className="hint">
              {t(form === null ? "teams.unpublished" : isOpen ? "teams.joined" : "teams.closed")}
            </p>
          ) : null}
          {own ? <Message text={own.message} /> : null}
        </div>
        {can.apply ? (
          <Button
            size="s"
            variant={own || can.review ? undefined : "primary"}
            aria-label={t("teams.apply_to", { name })}
            onClick={onApply}
          >
            {t("teams.apply")}
          </Button>
        ) : null}
        {own?.can.withdraw ? (
          <ConfirmButton
            size="s"
            label={t("teams.withdraw")}
            title={t("teams.withdraw_ask", { name })}
            description={t("teams.withdraw_text")}
            danger
            onConfirm={() => applications.edit(own, { call: "/withdraw", body: {}, patch: {} })}
            done={{ title: t("teams.status.withdrawn") }}
          />
        ) : null}
      </div>
      {own && !own.isPurged ? <OwnAnswers own={own} /> : null}
    </li>
  );
}

function OwnAnswers({ own }: { own: TeamApplication }) {
  const t = useT();
  const format = useFormat();
  return (
    <Fold
      isRow
      className="border-t!"
      title={<span className="text-md font-book text-ink-2">{t("teams.own")}</span>}
      aside={
        own.purgedOn ? (
          <span className="hint">{t("teams.purged", { day: format.shortDate(own.purgedOn) })}</span>
        ) : null
      }
    >
      <AnswerList content={own.content} answers={own.answers} className="pad py-1" />
    </Fold>
  );
}
