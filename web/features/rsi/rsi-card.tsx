import { type ComponentProps, useState } from "react";
import { act, useAction } from "../../lib/action.ts";
import { tellFailure } from "../../lib/failure.ts";
import { answeredOr } from "../../lib/fallback.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import type { Message } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { PutCode, TimeLeft } from "./request-parts.tsx";
import { cancelRequest, dismissLoss, openRequest, removeVerification, useRsiStatus } from "./rsi.api.ts";

const RsiDialog = lazyDialog(() => import("./rsi-dialog.tsx"));

type CallProps = ComponentProps<typeof Button> & { call: () => Promise<unknown>; done?: Message };

function CallButton({ call, done, ...button }: CallProps) {
  const t = useT();
  const action = useAction(call, { done, failed: t("rsi.error") });
  return <Button {...button} pending={action.pending} onClick={() => void action.run()} />;
}

const ROWS = {
  row: "flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line px-[18px] py-2.5 not-first:border-t",
  label: "",
  value: "min-w-0 font-book [overflow-wrap:anywhere]",
};

export default function RsiCard() {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const answer = useRsiStatus();
  const { data: status } = answer;
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  const title = t("rsi.title");
  if (!status)
    return (
      <Panel title={title}>
        <AnswerView answer={answer} loading={<SkeletonLines lines={3} className="p-[18px]" />} />
      </Panel>
    );
  const { isConfigured, rsiHandle, lostHandle, recordNumber, enlistedDate } = status;
  const request = openRequest(status, now);
  const number = format.number(Number(recordNumber));
  const handleLabel = (
    <>
      {t("rsi.handle")}
      {recordNumber ? <span className="block hint">{t("rsi.record", { number })}</span> : null}
    </>
  );
  const cancelled = { title: t("rsi.cancelled") };
  const removed = { title: t("rsi.removed"), description: t("rsi.removed_text") };
  return (
    <Panel
      title={title}
      aside={
        (rsiHandle || request) && (
          <Badge tone={rsiHandle ? "go" : "wait"}>{t(rsiHandle ? "rsi.verified" : "rsi.pending")}</Badge>
        )
      }
      actions={
        rsiHandle ? (
          <ConfirmButton
            size="s"
            variant="danger"
            label={t("rsi.remove")}
            title={t("rsi.remove_title", { handle: rsiHandle })}
            description={t("rsi.remove_text", { handle: rsiHandle })}
            danger
            onConfirm={() =>
              act(removeVerification, {
                done: removed,
                failed: (error) =>
                  tellFailure(error, {
                    title: t("rsi.error"),
                    text: answeredOr(error, t("rsi.remove_failed")),
                  }),
              })
            }
          />
        ) : null
      }
    >
      {lostHandle ? (
        <div role="status" className="flex flex-wrap items-start gap-3 border-b border-line px-[18px] py-3.5">
          <WarningIcon size={18} className="mt-0.5 flex-none text-wait" />
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-book [overflow-wrap:anywhere]">{t("rsi.lost", { handle: lostHandle })}</p>
            <p className="text-ink-2">{t("rsi.lost_text")}</p>
          </div>
          <CallButton size="s" call={dismissLoss}>
            {t("action.dismiss")}
          </CallButton>
        </div>
      ) : null}
      {rsiHandle ? (
        <Facts look={ROWS}>
          <Fact label={handleLabel}>{rsiHandle}</Fact>
          <Fact label={t("rsi.enlisted")}>{enlistedDate && format.date(enlistedDate)}</Fact>
        </Facts>
      ) : null}
      {rsiHandle && isConfigured && !request ? (
        <div className="border-t border-line px-[18px] py-2">
          <Button size="s" variant="quiet" className="-ml-2.5" onClick={open}>
            {t("rsi.another")}
          </Button>
        </div>
      ) : null}
      {request ? (
        <div className={rsiHandle ? "border-t border-line" : ""}>
          <div className="px-[18px] py-4">
            <PutCode handle={request.rsiHandle} />
            <p className="mt-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
              <span className="font-mono text-lg">{request.verificationCode}</span>
              <TimeLeft until={request.expiresAt} />
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button variant="primary" onClick={open}>
                {t("rsi.open_dialog")}
              </Button>
              <CallButton variant="quiet" call={() => cancelRequest(request.id)} done={cancelled}>
                {t("rsi.cancel")}
              </CallButton>
            </div>
          </div>
        </div>
      ) : rsiHandle ? null : isConfigured ? (
        <div className="px-[18px] py-4">
          <p className="max-w-[60ch] text-ink-2">{t("rsi.none")}</p>
          <Button variant="primary" className="mt-4" onClick={open}>
            {t("rsi.link")}
          </Button>
        </div>
      ) : (
        <p className="px-[18px] py-4 text-ink-2">{t("rsi.not_configured")}</p>
      )}
      {isOpen ? <RsiDialog status={status} onClose={() => setIsOpen(false)} /> : null}
    </Panel>
  );
}
