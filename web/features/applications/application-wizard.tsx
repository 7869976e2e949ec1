import { useEffect, useState } from "react";
import { mutate } from "swr";
import type { ApplicantProfile } from "../../../worker/features/applications/applications.schema.ts";
import { WIZARD } from "../../../worker/features/applications/wizard.schema.ts";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import type { Answers, FormContent } from "../../../worker/features/forms/forms.schema.ts";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { createSendKeys } from "../../lib/send-keys.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { FormSection, refusedOf, SteppedDialog, Words } from "../forms/index.ts";
import { applications, profilePath, useProfile } from "./applications.api.ts";
import { Confirmation } from "./confirmation.tsx";
import {
  beginning,
  dropDraft,
  issuesOf,
  keepDraft,
  LAST,
  payloadOf,
  readDraft,
  stepAfter,
  stepOf,
} from "./steps.ts";

type Props = { contract: Contract | null; onClose: () => void };

/** The application for a contract, or for the security team, in five steps. */
export default function ApplicationWizard({ contract, onClose }: Props) {
  const t = useT();
  const { user } = useUser();
  const { data: profile, error } = useProfile(contract ? "contract" : "security");
  if (user && (profile || error))
    return <Wizard contract={contract} user={user} profile={profile} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={t("applications.wizard")} width={620}>
      <div aria-busy="true" className="min-h-[380px]">
        <SkeletonLines lines={8} />
      </div>
    </Dialog>
  );
}

/** The page of a step; the last one has two of the five. */
function usePage({ sections }: FormContent, step: number) {
  const t = useT();
  const language = useLanguage();
  const to = step === LAST ? sections.length - 1 : step;
  const number = step === LAST ? `${LAST + 1}–${sections.length}` : `${step + 1}`;
  return {
    ...{ from: step, to, count: sections.length },
    title: sections.slice(step, to + 1).map(({ id, title }, at) => (
      <span key={id}>
        {at > 0 ? " · " : null}
        <Words words={title} language={language} />
      </span>
    )),
    place: t("applications.step_of", { step: number, of: sections.length }),
  };
}

function Wizard(props: Props & { user: CurrentUser; profile: ApplicantProfile | undefined }) {
  const t = useT();
  const language = useLanguage();
  const { contract, user, profile, onClose } = props;
  const contractId = contract?.id ?? 0;
  const { content, number: formNumber } = profile?.form ?? { content: WIZARD, number: null };
  const [kept, setKept] = useState(() => readDraft(user.id, contractId));
  const [fresh] = useState(() => beginning(profile));
  const [keys] = useState(createSendKeys);
  const [answers, setAnswers] = useState<Answers>(kept?.answers ?? fresh);
  const [step, setStep] = useState(kept?.step ?? 0);
  const [hasSworn, setHasSworn] = useState(false);
  /** The step whose lacks are shown, and how often it was asked for what lacks. */
  const [asked, setAsked] = useState({ step: -1, times: 0 });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [leaving, setLeaving] = useState<"kept" | "lost" | null>(null);
  const isLast = step === LAST;
  const page = usePage(content, step);
  const issues = issuesOf(content, answers);
  const typed = JSON.stringify(answers);
  const isBegun = typed !== JSON.stringify(fresh);
  const reason = isLast && !hasSworn ? t("applications.terms_needed") : null;

  useEffect(() => {
    if (isBegun) keepDraft(user.id, contractId, JSON.parse(typed) as Answers, step);
    else dropDraft(user.id, contractId);
  }, [typed, step, isBegun, user.id, contractId]);

  const ask = (at: number) => {
    setAsked(({ times }) => ({ step: at, times: times + 1 }));
    setStep(at);
  };
  const change = (id: string, value: Answers[string] | undefined) => {
    setAnswers(({ [id]: _, ...others }) => (value === undefined ? others : { ...others, [id]: value }));
    if (id in refused) setRefused(({ [id]: _, ...others }) => others);
  };
  const send = useAction(
    async () => {
      const { organizationId } = user;
      const input = payloadOf(answers, { contractId: contract?.id ?? null, organizationId, formNumber });
      await applications.create(input, { key: keys.of(input) });
      dropDraft(user.id, contractId);
      toast({ title: t("applications.sent") });
      onClose();
    },
    {
      failed: (failure) => {
        const said = refusedOf(failure);
        const [first] = Object.keys(said);
        if (first) {
          setRefused(said);
          return setStep(stepOf(content, first));
        }
        if (failure instanceof ApiError && failure.code === "application_form_changed")
          void mutate(profilePath(user.organizationId, contract ? "contract" : "security"));
        tellFailure(failure, { title: t("applications.send_failed") });
      },
    },
  );
  const next = () => {
    const lacking = issues.findIndex((found, at) => at <= step && Object.keys(found).length > 0);
    if (lacking >= 0) return ask(lacking);
    if (!isLast) return setStep(stepAfter(step, { isRepeated: Boolean(profile?.last), issues }));
    if (hasSworn) void send.run();
  };
  const leave = () => {
    if (send.pending) return;
    if (isBegun) setLeaving(keepDraft(user.id, contractId, answers, step) ? "kept" : "lost");
    else onClose();
  };
  const startOver = () => {
    setKept(null);
    setStep(0);
    setAnswers(fresh);
  };
  const fields = {
    ...{ content, answers, language },
    onChange: change,
    errors: {
      ...Object.fromEntries(
        Object.entries(issues[step] ?? {}).filter(
          ([, { fault }]) => fault !== "missing" || asked.step === step,
        ),
      ),
      ...refused,
    },
    verifiedHandle: profile?.isHandleVerified ? profile.rsiHandle : null,
    ships: profile?.ships ?? [],
  };
  const section = content.sections[step];
  return (
    <SteppedDialog
      title={t(`applications.apply_${contract ? "for" : "security"}`, { title: contract?.title })}
      page={page}
      focusKey={`${step} ${asked.times} ${Object.keys(refused)}`}
      said={reason ? <span className="self-center text-sm text-ink-2">{reason}</span> : null}
      back={{ label: t("applications.previous"), run: () => setStep(step - 1) }}
      next={{
        label: t(isLast ? "applications.submit" : "applications.next"),
        ...{ run: next, reason, pending: send.pending },
      }}
      onLeave={leave}
    >
      {kept?.step === step ? (
        <p className="mb-4 flex flex-wrap items-center justify-between gap-x-3 rounded-m bg-deck px-3.5 py-1.5 text-md text-ink-2">
          {t("applications.restored")}
          <Button variant="quiet" size="s" onClick={startOver}>
            {t("applications.start_over")}
          </Button>
        </p>
      ) : null}
      {isLast ? (
        <Confirmation
          {...fields}
          isRepeated={Boolean(profile?.last)}
          hasSworn={hasSworn}
          onSwear={setHasSworn}
          onEdit={setStep}
        />
      ) : section ? (
        <FormSection key={section.id} {...fields} section={section} isDense />
      ) : null}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={t("applications.leave")}
        description={t(leaving === "lost" ? "applications.leave_lost" : "applications.leave_kept")}
        confirmLabel={t("action.close")}
        cancelLabel={t("form.keep_editing")}
        danger={leaving === "lost"}
        onConfirm={onClose}
      />
    </SteppedDialog>
  );
}
