import { useEffect, useId, useRef, useState } from "react";
import {
  type ApplicantProfile,
  applyInput,
} from "../../../worker/features/applications/applications.schema.ts";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { ApiError } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { applications, useProfile } from "./applications.api.ts";
import {
  beginning,
  dropDraft,
  FIELDS,
  keepDraft,
  LAST,
  payloadOf,
  pick,
  readDraft,
  STEPS,
  stepAfter,
  stepOf,
  type Values,
} from "./steps.ts";
import { StepFields } from "./wizard-fields.tsx";

type Props = { contract: Contract | null; onClose: () => void };

/** The application for a contract, or for the security team, in five steps. */
export default function ApplicationWizard({ contract, onClose }: Props) {
  const t = useT();
  const { user } = useUser();
  const { data: profile, error } = useProfile();
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

/** Where a user is in the five steps; the last look has two of them. */
function Progress({ step }: { step: number }) {
  const t = useT();
  const isNow = (at: number) => at === step || (step === LAST && at > step);
  const heads = STEPS.filter((_, at) => isNow(at)).map(({ key }) => t(`applications.step.${key}`));
  const number = step === LAST ? `${LAST + 1}–${STEPS.length}` : `${step + 1}`;
  return (
    <div className="mb-5">
      <p role="status" className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <b className="font-semibold">{heads.join(" · ")}</b>
        <span className="hint">{t("applications.step_of", { step: number, of: STEPS.length })}</span>
      </p>
      <div aria-hidden="true" className="grid grid-cols-5 gap-1">
        {STEPS.map((each, at) => (
          <span
            key={each.key}
            className={cx("meter", at < step ? "bg-ink-3" : isNow(at) ? "bg-ice" : "bg-rail")}
          />
        ))}
      </div>
    </div>
  );
}

/** Selectors of the element that has the focus at the beginning of a step. */
const FIRST = ["[aria-invalid=true]", "[data-first]", "input, textarea"];

function Wizard(props: Props & { user: CurrentUser; profile: ApplicantProfile | undefined }) {
  const t = useT();
  const formId = useId();
  const body = useRef<HTMLDivElement>(null);
  const { contract, user, profile, onClose } = props;
  const contractId = contract?.id ?? 0;
  const [kept, setKept] = useState(() => readDraft(user.id, contractId));
  const [fresh] = useState(() => beginning(profile));
  const [step, setStep] = useState(Math.min(kept?.step ?? 0, LAST));
  const [leaving, setLeaving] = useState<"kept" | "lost" | null>(null);
  const isLast = step === LAST;

  const form = useSendForm<Values, unknown>({
    schema: isLast ? applyInput : (STEPS[step] ?? STEPS[0]).schema,
    defaults: kept?.values ?? fresh,
    inputOf: (values) =>
      isLast ? payloadOf(values, contract, user.organizationId) : pick(values, FIELDS[step]),
    failure: { title: t("applications.send_failed") },
    onSubmit: async (input, _values, key) => {
      if (!isLast) return setStep(stepAfter(step, profile));
      try {
        await applications.create(input as object, { key });
      } catch (error) {
        const [field] = error instanceof ApiError ? Object.keys(error.errors) : [];
        if (field) setStep(stepOf(field));
        throw error;
      }
      dropDraft(user.id, contractId);
      toast({ title: t("applications.sent") });
      onClose();
    },
  });
  const { parts, isSubmitting } = form;
  const typed = JSON.stringify(parts.values);
  const isBegun = typed !== JSON.stringify(fresh);
  const reason = isLast && !parts.values.termsAccepted ? t("applications.terms_needed") : null;

  useEffect(() => {
    if (isBegun) keepDraft(user.id, contractId, JSON.parse(typed) as Values, step);
    else dropDraft(user.id, contractId);
  }, [typed, step, isBegun, user.id, contractId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves as a step begins, not as it is filled in.
  useEffect(() => {
    const found = FIRST.map((selector) => body.current?.querySelector<HTMLElement>(selector));
    found.find(Boolean)?.focus();
  }, [step]);

  const leave = () => {
    if (isSubmitting) return;
    if (isBegun) setLeaving(keepDraft(user.id, contractId, parts.values, step) ? "kept" : "lost");
    else onClose();
  };
  const startOver = () => {
    setKept(null);
    setStep(0);
    form.reset(fresh);
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      width={620}
      title={t(`applications.apply_${contract ? "for" : "security"}`, { title: contract?.title })}
      footer={
        <>
          {step > 0 ? (
            <Button className="mr-auto" onClick={() => !isSubmitting && setStep(step - 1)}>
              {t("applications.previous")}
            </Button>
          ) : null}
          {reason ? <span className="self-center text-sm text-ink-2">{reason}</span> : null}
          <Button type="submit" form={formId} variant="primary" reason={reason} pending={isSubmitting}>
            {t(isLast ? "applications.submit" : "applications.next")}
          </Button>
        </>
      }
    >
      <div ref={body} className="sm:min-h-[400px]">
        <Progress step={step} />
        {kept?.step === step ? (
          <p className="mb-4 flex flex-wrap items-center justify-between gap-x-3 rounded-m bg-deck px-3.5 py-1.5 text-md text-ink-2">
            {t("applications.restored")}
            <Button variant="quiet" size="s" onClick={startOver}>
              {t("applications.start_over")}
            </Button>
          </p>
        ) : null}
        <FormBody id={formId} form={form} isBlocked={reason !== null}>
          {(fields) => <StepFields {...{ step, form: fields, profile }} onEdit={setStep} />}
        </FormBody>
      </div>
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
    </Dialog>
  );
}
