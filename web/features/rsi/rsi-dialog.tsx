import { useEffect, useId, useRef, useState } from "react";
import {
  CHECK_SECONDS,
  isRecordNumber,
  type RsiRequest,
  type RsiStatus,
  verifyInput,
} from "../../../worker/features/rsi/rsi.schema.ts";
import { act, useAction } from "../../lib/action.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useCopy } from "../../lib/clipboard.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useNow } from "../../lib/use-now.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormBody, useSendForm } from "../../ui/form.tsx";
import { CopyIcon, ExternalIcon, WarningIcon } from "../../ui/icons.tsx";
import { PutCode, TimeLeft } from "./request-parts.tsx";
import { cancelRequest, completeVerification, openRequest, startVerification } from "./rsi.api.ts";

const STEPS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Whole seconds until a request can be checked again, at most the server's pause, in case the clock is wrong. */
const secondsUntil = (at: string | null, now: number): number =>
  at === null ? 0 : Math.min(CHECK_SECONDS, Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)));

/** The same, updated every second. */
function useCountdown(until: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (secondsUntil(until, Date.now()) === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return secondsUntil(until, now);
}

/** The second step: what to put where. */
function CodeStep({ request, code }: { request: RsiRequest; code: ReturnType<typeof useCopy> }) {
  const t = useT();
  const { state, copy } = code;
  return (
    <>
      <PutCode handle={request.rsiHandle} />
      <div className="mt-3.5 flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-m bg-deck px-4 py-3.5">
        <span className="sr-only">{t("rsi.code")}</span>
        <code className="text-xl tracking-[.03em] select-all max-md:text-lg">{request.verificationCode}</code>
        <TimeLeft until={request.expiresAt} />
        <Button size="s" icon={<CopyIcon />} className="ml-auto" onClick={() => void copy()}>
          {t(state === "copied" ? "rsi.copied" : "rsi.copy")}
        </Button>
      </div>
      <p aria-live="polite" className={state === "failed" ? "mt-1.5 text-sm text-stop" : "sr-only"}>
        {state && t(state === "failed" ? "rsi.copy_failed" : "rsi.copied")}
      </p>
      {request.profileUrl ? (
        <p className="mt-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
          {t("rsi.profile")}: {request.profileUrl}
        </p>
      ) : null}
      <ol aria-label={t("rsi.steps")} className="mt-4 gap-x-6 text-md sm:columns-2">
        {STEPS.map((step) => (
          <li key={step} className="mb-2.5 grid break-inside-avoid grid-cols-[20px_1fr] gap-2.5">
            <span
              aria-hidden="true"
              className="grid size-5 place-items-center rounded-full bg-rail font-display text-sm text-ink-2"
            >
              {step}
            </span>
            {t(`rsi.steps.${step}`)}
          </li>
        ))}
      </ol>
    </>
  );
}

function CheckButtons(props: {
  request: RsiRequest;
  /** Copies the code, which the user needs on the page that they open. */
  onOpen: () => void;
  onFailed: (text: string | null) => void;
  onDone: () => void;
}) {
  const t = useT();
  const { reload } = useUser();
  const { request, onOpen, onFailed, onDone } = props;
  const seconds = useCountdown(request.nextCheckAt);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const complete = useAction(
    () => {
      onFailed(null);
      return completeVerification(request.id);
    },
    {
      done: ({ message }) => {
        onDone();
        void reload();
        return { title: t("rsi.success"), description: message };
      },
      // The alert in the dialog says it; a toast does where the dialog was closed meanwhile.
      failed: (error) =>
        isClosed.current
          ? tellFailure(error, { title: t("rsi.check_failed") })
          : onFailed(error instanceof ApiError ? error.detail : errorText(error)),
    },
  );
  const isChecking = complete.pending;
  const cancel = () =>
    act(() => cancelRequest(request.id), {
      done: () => {
        onFailed(null);
        return { title: t("rsi.cancelled") };
      },
      failed: t("rsi.error"),
    });
  return (
    <>
      <Button variant="quiet" className="max-sm:grow sm:mr-auto" onClick={() => !isChecking && void cancel()}>
        {t("rsi.cancel")}
      </Button>
      {request.profileUrl ? (
        <a
          href={request.profileUrl}
          target="_blank"
          rel="noopener"
          onClick={onOpen}
          className={buttonClass({}, "max-sm:grow")}
        >
          <ExternalIcon />
          {t("rsi.open_profile")}
          <span className="sr-only"> {t("rsi.opens_tab")}</span>
        </a>
      ) : null}
      <Button
        variant="primary"
        className="max-sm:grow"
        pending={isChecking}
        reason={!isChecking && seconds > 0 && t("rsi.check_reason")}
        onClick={() => void complete.run()}
      >
        {isChecking ? t("rsi.checking") : seconds > 0 ? t("rsi.check_again", { seconds }) : t("rsi.complete")}
      </Button>
    </>
  );
}

/** Links an RSI account in two steps: the handle, then the code in its bio. An open request continues at the second. */
export default function RsiDialog({ status, onClose }: { status: RsiStatus; onClose: () => void }) {
  const t = useT();
  const now = useNow();
  const formId = useId();
  const fieldId = useId();
  const step = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const request = openRequest(status, now);
  const code = useCopy(request?.verificationCode ?? "");
  const form = useSendForm({
    schema: verifyInput,
    defaults: { rsiHandle: "" },
    failure: { title: t("rsi.error") },
    fieldOfCode: {
      rsi_request_pending: "rsiHandle",
      rsi_handle_not_found: "rsiHandle",
      rsi_too_many: "rsiHandle",
    },
    onSubmit: async (input) => {
      setFailed(null);
      await startVerification(input);
    },
  });
  const id = request?.id;
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    (id === undefined ? document.getElementById(fieldId) : step.current)?.focus();
  }, [id, fieldId]);
  const typed = form.parts.values.rsiHandle;
  const isEmpty = typed.trim() === "";
  return (
    <Dialog
      open
      onOpenChange={() => !form.isSubmitting && onClose()}
      title={t("rsi.link")}
      description={t("rsi.step", { step: request ? 2 : 1 })}
      width={600}
      footer={
        request ? (
          <CheckButtons
            request={request}
            onOpen={() => void code.copy()}
            onFailed={setFailed}
            onDone={onClose}
          />
        ) : (
          <>
            <Button onClick={() => !form.isSubmitting && onClose()}>{t("action.cancel")}</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              reason={isEmpty && t("rsi.field_required")}
              pending={form.isSubmitting}
            >
              {t(form.isSubmitting ? "rsi.creating" : "rsi.start")}
            </Button>
          </>
        )
      }
    >
      {failed ? (
        <p role="alert" className="mb-4 flex gap-2.5 rounded-m bg-stop/10 px-4 py-3">
          <WarningIcon size={18} className="mt-0.5 flex-none text-stop" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <b>{t("rsi.failed_prefix")}</b> {failed}
          </span>
        </p>
      ) : null}
      {request ? (
        <div ref={step} tabIndex={-1} className="outline-none">
          <CodeStep request={request} code={code} />
        </div>
      ) : (
        <FormBody id={formId} form={form} isBlocked={isEmpty}>
          {({ field }) => (
            <>
              {status.rsiHandle ? (
                <p className="text-ink-2">{t("rsi.replaces", { handle: status.rsiHandle })}</p>
              ) : null}
              <TextField
                id={fieldId}
                {...field("rsiHandle", t(isRecordNumber(typed) ? "rsi.field_record" : "rsi.field_wrong"))}
                label={t("rsi.field")}
                hint={t("rsi.field_hint")}
                required
                maxLength={200}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </>
          )}
        </FormBody>
      )}
    </Dialog>
  );
}
