import { useState } from "react";
import type { NewCalendarAddress } from "../../../worker/features/calendar/calendar.schema.ts";
import { useAction } from "../../lib/action.ts";
import { errorText } from "../../lib/api.ts";
import { useCopy } from "../../lib/clipboard.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { endAddress, makeAddress, useCalendarAddress } from "./calendar.api.ts";

type By = keyof ReturnType<typeof subscriptionsOf>;

/** The links by which calendars subscribe to an address: the device's own app, and two services. */
function subscriptionsOf(url: string) {
  const webcal = url.replace(/^https?:/, "webcal:");
  return {
    app: webcal,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}`,
  };
}

/** Says what a calendar address is, makes or ends the user's own, and shows a new one once. */
export default function AddressDialog({
  onClose,
  returnFocus,
}: {
  onClose: () => void;
  returnFocus: string;
}) {
  const t = useT();
  const format = useFormat();
  const address = useCalendarAddress();
  const since = address.data?.since ?? null;
  const [made, setMade] = useState<NewCalendarAddress | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { state, copy } = useCopy(made?.url ?? "");
  const { run, pending } = useAction(makeAddress, {
    done: (answer) => {
      setMade(answer);
      setRefusal(null);
      return null;
    },
    failed: (failure) => setRefusal(errorText(failure)),
  });
  const close = () => !pending && onClose();
  const error = state === "failed" ? t("calendar.copy_failed") : pending ? null : refusal;
  return (
    <Dialog
      open
      onOpenChange={close}
      returnFocus={returnFocus}
      title={t("calendar.feed")}
      description={t(made ? "calendar.once" : "calendar.text")}
      footer={
        <>
          {since === null || made ? (
            <Button onClick={close}>{t(made ? "action.close" : "action.cancel")}</Button>
          ) : (
            <ConfirmButton
              label={t("calendar.end")}
              title={t("calendar.end_title")}
              description={t("calendar.end_text")}
              danger
              onConfirm={endAddress}
              done={{ title: t("calendar.ended") }}
            />
          )}
          {made ? (
            <Button variant="primary" icon={<CopyIcon />} onClick={() => void copy()}>
              {t(state === "copied" ? "calendar.copied" : "calendar.copy")}
            </Button>
          ) : address.data ? (
            <Button variant="primary" pending={pending} onClick={() => void run()}>
              {t(since === null ? "calendar.make" : "calendar.make_new")}
            </Button>
          ) : null}
        </>
      }
    >
      <div aria-live="polite" className="text-ink-2">
        {made ? (
          <div className="grid gap-4">
            <fieldset className="flex flex-wrap gap-2">
              <legend className="mb-1.5 text-md">{t("calendar.subscribe")}</legend>
              {Object.entries(subscriptionsOf(made.url)).map(([by, href]) => (
                <a
                  key={by}
                  className="btn grow"
                  href={href}
                  target={by === "app" ? undefined : "_blank"}
                  rel="noopener noreferrer"
                >
                  {t(`calendar.by.${by as By}`)}
                </a>
              ))}
            </fieldset>
            <TextField
              label={t("calendar.address")}
              hint={t("calendar.hint")}
              readOnly
              value={made.url}
              inputClass="font-mono text-sm"
              onFocus={({ target }) => target.select()}
            />
          </div>
        ) : (
          <AnswerView answer={address} loading={<SkeletonLines lines={2} />}>
            {() => (
              <>
                <p>{t("calendar.secret")}</p>
                {since === null ? null : (
                  <p className="mt-3">
                    {t("calendar.since", { date: format.date(since) })} {t("calendar.effect")}
                  </p>
                )}
              </>
            )}
          </AnswerView>
        )}
        {error ? (
          <p role="alert" className="mt-3 text-stop">
            {error}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
