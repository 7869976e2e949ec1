import { type ReactNode, Suspense, useState } from "react";
import type { RsiRequest, RsiStatus } from "../../../worker/features/rsi/rsi.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { PutCode, TimeLeft } from "./request-parts.tsx";
import { cancelRequest, dismissLoss, openRequest, removeVerification, useRsiStatus } from "./rsi.api.ts";

const dialog = part(() => import("./rsi-dialog.tsx"), ["rsi"]);

/** A button whose call can fail. */
function CallButton(props: { call: () => Promise<unknown>; quiet?: boolean; children: string }) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      await props.call();
    } catch (error) {
      tellFailure(error, { title: t("rsi.error") });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      size={props.quiet ? "m" : "s"}
      variant={props.quiet ? "quiet" : "default"}
      pending={pending}
      onClick={() => void run()}
    >
      {props.children}
    </Button>
  );
}

function Lost({ handle }: { handle: string }) {
  const t = useT();
  return (
    <div role="status" className="flex flex-wrap items-start gap-3 border-b border-line px-[18px] py-3.5">
      <WarningIcon size={18} className="mt-0.5 flex-none text-wait" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-book [overflow-wrap:anywhere]">{t("rsi.lost", { handle })}</p>
        <p className="text-ink-2">{t("rsi.lost_text")}</p>
      </div>
      <CallButton call={dismissLoss}>{t("action.dismiss")}</CallButton>
    </div>
  );
}

function Row({ label, hint, children }: { label: string; hint?: string | null; children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line px-[18px] py-2.5 not-first:border-t">
      <dt>
        {label}
        {hint ? <span className="block hint">{hint}</span> : null}
      </dt>
      <dd className="min-w-0 font-book [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function VerifiedRows({ status }: { status: RsiStatus }) {
  const t = useT();
  const format = useFormat();
  const { recordNumber, enlistedDate } = status;
  return (
    <dl>
      <Row
        label={t("rsi.handle")}
        hint={recordNumber && t("rsi.record", { number: format.number(Number(recordNumber)) })}
      >
        {status.rsiHandle}
      </Row>
      {enlistedDate ? <Row label={t("rsi.enlisted")}>{format.date(enlistedDate)}</Row> : null}
    </dl>
  );
}

function Pending({ request, onOpen }: { request: RsiRequest; onOpen: () => void }) {
  const t = useT();
  const cancel = async () => {
    await cancelRequest(request.id);
    toast({ title: t("rsi.cancelled") });
  };
  return (
    <div className="px-[18px] py-4">
      <PutCode handle={request.rsiHandle} />
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
        <span className="font-mono text-lg">{request.verificationCode}</span>
        <TimeLeft until={request.expiresAt} />
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" onClick={onOpen}>
          {t("rsi.open_dialog")}
        </Button>
        <CallButton quiet call={cancel}>
          {t("rsi.cancel")}
        </CallButton>
      </div>
    </div>
  );
}

/** Nothing is verified or asked for. */
function Nothing({ isConfigured, onOpen }: { isConfigured: boolean; onOpen: () => void }) {
  const t = useT();
  if (!isConfigured) return <p className="px-[18px] py-4 text-ink-2">{t("rsi.not_configured")}</p>;
  return (
    <div className="px-[18px] py-4">
      <p className="max-w-[60ch] text-ink-2">{t("rsi.none")}</p>
      <Button variant="primary" className="mt-4" onClick={onOpen}>
        {t("rsi.link")}
      </Button>
    </div>
  );
}

function Remove({ handle }: { handle: string }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const remove = async () => {
    try {
      await removeVerification();
      toast({ title: t("rsi.removed"), description: t("rsi.removed_text") });
    } catch (error) {
      tellFailure(error, { title: t("rsi.error") });
    }
  };
  return (
    <>
      <Button size="s" variant="danger" onClick={() => setIsAsking(true)}>
        {t("rsi.remove")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("rsi.remove_title", { handle })}
        description={t("rsi.remove_text", { handle })}
        confirmLabel={t("rsi.remove")}
        danger
        onConfirm={remove}
      />
    </>
  );
}

/** The user's RSI account: verified, being verified, or to be linked. */
export default function RsiCard() {
  const t = useT();
  const now = useNow();
  const { data: status, error, mutate } = useRsiStatus();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  const title = t("rsi.title");
  if (!status)
    return (
      <Panel title={title} aria-busy={!error}>
        {error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonLines lines={3} className="p-[18px]" />
        )}
      </Panel>
    );
  const { isConfigured, rsiHandle, lostHandle } = status;
  const request = openRequest(status, now);
  return (
    <Panel
      title={title}
      aside={
        rsiHandle ? (
          <Badge tone="go">{t("rsi.verified")}</Badge>
        ) : request ? (
          <Badge tone="wait">{t("rsi.pending")}</Badge>
        ) : null
      }
      actions={rsiHandle ? <Remove handle={rsiHandle} /> : null}
    >
      {lostHandle ? <Lost handle={lostHandle} /> : null}
      {rsiHandle ? <VerifiedRows status={status} /> : null}
      {rsiHandle && isConfigured && !request ? (
        <div className="border-t border-line px-[18px] py-2">
          <Button size="s" variant="quiet" className="-ml-2.5" onClick={open}>
            {t("rsi.another")}
          </Button>
        </div>
      ) : null}
      {request ? (
        <div className={rsiHandle ? "border-t border-line" : ""}>
          <Pending request={request} onOpen={open} />
        </div>
      ) : rsiHandle ? null : (
        <Nothing isConfigured={isConfigured} onOpen={open} />
      )}
      {isOpen ? (
        <Suspense>
          <dialog.View status={status} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </Panel>
  );
}
