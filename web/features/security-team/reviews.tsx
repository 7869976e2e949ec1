import { useEffect, useState } from "react";
import * as z from "zod/mini";
import {
  type ApplicationDetails,
  PURGE_DAYS,
  REVIEW_LENGTH,
  reviewInput,
} from "../../../worker/features/security-team/security-team.schema.ts";
import { cx } from "../../lib/cx.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { withUnit } from "../../lib/units.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { FieldNotes, TextArea } from "../../ui/field.tsx";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { LockIcon } from "../../ui/icons.tsx";
import { Section } from "../../ui/section.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { Time } from "../../ui/time.tsx";
import { SECTION } from "./application-parts.tsx";
import { team, useTeam } from "./security-team.api.ts";
import { TrialButton, TrialTime } from "./team-panel.tsx";

type Staff = NonNullable<ApplicationDetails["staff"]>;

const TONES = { accept: "go", trial: "go", decline: "stop" } as const;

const draftShape = z.object({ verdict: z.string(), text: z.string() });
const drafts = createContentDrafts("security-review", draftShape);

/** The form of the reader's review, which stays in this browser until it is sent. */
export function useReview(details: ApplicationDetails) {
  const t = useT();
  const { id } = details.application;
  const userId = useUser().user?.id ?? 0;
  const [kept] = useState(() => drafts.read(userId, id));
  const form = useSendForm({
    schema: reviewInput,
    defaults: kept ?? { verdict: "", text: "" },
    failure: { title: t("security_team.review_failed") },
    onSubmit: async (input, _, key) => {
      await team.review(id, input, key);
      drafts.keep(userId, id, null);
      toast({ title: t("security_team.review_sent") });
    },
  });
  const { verdict, text } = form.parts.values;
  const { review: isOpen } = details.can;
  useEffect(() => {
    if (isOpen) drafts.keep(userId, id, verdict || text ? { verdict, text } : null);
  }, [isOpen, userId, id, verdict, text]);
  return form;
}

const BARS = ["w-[46%]", "w-[96%]", "w-[88%]", "w-[93%]", "w-[38%]"];

/** The reader's own review, and the others' once enough are in; before that always as many grey bars, so that they reveal nothing. */
export function Reviews(props: {
  details: ApplicationDetails;
  staff: Staff;
  form: ReturnType<typeof useReview>;
  formId: string;
}) {
  const t = useT();
  const format = useFormat();
  const { details, staff, form, formId } = props;
  const { reviews, isDisputed } = staff;
  const isSealed = reviews.every(({ isOwn }) => isOwn) && details.application.status === "pending";
  const { user } = useUser();
  const head = (name: string, src: string | null | undefined, label: string, end?: string) => (
    <p className="mb-2.5 flex min-h-8 items-center gap-2.5 text-md">
      <Avatar name={name} src={src} size="s" />
      <b className="min-w-0 font-semibold [overflow-wrap:anywhere]">{label}</b>
      {end ? (
        <Time at={end} className="ml-auto flex-none hint">
          {format.moment(end)}
        </Time>
      ) : null}
    </p>
  );
  if (reviews.length === 0 && !details.can.review && !isSealed) return null;
  return (
    <Section
      title={t("security_team.reviews")}
      aside={isDisputed ? t(`security_team.state.differ${details.can.review ? "_yours" : ""}`) : null}
      className={SECTION}
    >
      <div className="grid gap-x-6 md:grid-cols-2 [&>*]:max-md:border-t [&>*]:max-md:border-line [&>*]:max-md:py-2 [&>*:first-child]:max-md:border-t-0">
        {reviews.map(({ reviewer, verdict, text, sentAt, isOwn }) => (
          <div key={sentAt} className="min-w-0 pb-2">
            {head(
              reviewer?.displayName ?? t("thread.nobody"),
              reviewer?.avatarUrl,
              isOwn ? t("security_team.your_review") : (reviewer?.displayName ?? t("thread.nobody")),
              sentAt,
            )}
            <Badge tone={TONES[verdict]}>{t(`security_team.choice.${verdict}`)}</Badge>
            <p className="mt-2 text-md whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{text}</p>
          </div>
        ))}
        {details.can.review ? (
          <div className="min-w-0 pb-1">
            {head(user?.displayName ?? "", null, t("security_team.your_review"))}
            <FormBody id={formId} form={form} className="grid gap-2.5">
              {({ bind, field }) => {
                const { error, ...verdict } = bind("verdict", t("security_team.verdict_needed"));
                return (
                  <>
                    <div>
                      <SegmentedRadio
                        label={t("security_team.proposal")}
                        options={(["trial", "accept", "decline"] as const).map((value) => ({
                          value: value as string,
                          label: t(`security_team.choice.${value}`),
                        }))}
                        {...verdict}
                        className="max-md:flex max-md:*:flex-1"
                      />
                      <FieldNotes id={`${formId}-verdict`} error={error} />
                    </div>
                    <TextArea
                      {...field("text", t("security_team.reasons_needed"))}
                      label={t("security_team.reasons")}
                      rows={5}
                      maxLength={REVIEW_LENGTH}
                      inputClass="field-sizing-content max-h-[320px]"
                    />
                  </>
                );
              }}
            </FormBody>
          </div>
        ) : null}
        {isSealed ? (
          <div className="min-w-0 md:border-l md:border-line md:pl-6">
            <p className="mb-2.5 flex min-h-8 items-center text-md">
              <b className="font-semibold">{t("security_team.other_review")}</b>
            </p>
            <div aria-hidden="true" className="grid gap-[9px] pt-2 pb-4">
              {BARS.map((width) => (
                <span key={width} className={cx("block h-[9px] rounded-full bg-rail", width)} />
              ))}
            </div>
            <p className="flex gap-2.5 text-md text-ink-2">
              <LockIcon size={16} className="mt-0.5 flex-none text-ink-3" />
              {t(details.can.review ? "security_team.sealed" : "security_team.sealed_sent")}
            </p>
          </div>
        ) : null}
      </div>
    </Section>
  );
}

/** The effects of a decision, before it can be made and after it was. */
export function Decision({ details }: { details: ApplicationDetails }) {
  const t = useT();
  const format = useFormat();
  const { role, trialWeeks = 1 } = useTeam().data ?? {};
  const { application, trial, purgedOn, staff } = details;
  const { status, decidedBy, decidedAt, updatedAt, message } = application;
  if (status !== "pending")
    return (
      <Section title={t("security_team.decision")} className={SECTION}>
        <p className="text-md text-ink-2">
          {t(`security_team.was.${status}`, {
            by: decidedBy ?? "",
            when: format.dayWithin(decidedAt ?? updatedAt),
          })}{" "}
          {purgedOn ? t("security_team.purged", { day: format.longDay(purgedOn) }) : null}
        </p>
        {message ? (
          <q className="mt-2 block whitespace-pre-line [overflow-wrap:anywhere]">{message}</q>
        ) : null}
        {trial ? (
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3">
            <span className="min-w-0 flex-1 basis-44">
              <TrialTime trial={trial} />
            </span>
            <TrialButton trial={trial} />
          </div>
        ) : null}
      </Section>
    );
  return (
    <Section
      title={t("security_team.decision")}
      aside={t(
        `security_team.${staff?.decision ? "state.agree" : staff?.isDisputed ? "decision_third" : "decision_later"}`,
      )}
      className={SECTION}
    >
      <p className="text-md text-ink-2">
        {t("security_team.decision_text", {
          role: role?.name ?? t("applications.security_team"),
          weeks: withUnit(trialWeeks, "week"),
          count: PURGE_DAYS,
        })}
      </p>
    </Section>
  );
}
