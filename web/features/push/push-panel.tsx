import { type ReactNode, useEffect } from "react";
import type { PushDevice } from "../../../worker/features/push/push.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useDeviceName } from "../sessions/index.ts";
import { onPermission } from "./browser.ts";
import { type Push, readPushAgain, sendTest, turnOff, turnOn, usePush } from "./push.api.ts";

function Line(props: { label: ReactNode; hint: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line px-[18px] py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-44 [overflow-wrap:anywhere]">
        <p>{props.label}</p>
        <p className="hint">{props.hint}</p>
      </div>
      {props.children}
    </li>
  );
}

function OnLine({ publicKey }: { publicKey: string }) {
  const t = useT();
  const start = useAction(turnOn, {
    done: (isAllowed) => (isAllowed ? { title: t("push.turned_on") } : null),
    failed: (error) => {
      const description = error instanceof ApiError ? errorText(error) : t("push.service_failed");
      toast({ title: t("push.not_turned_on"), description, variant: "destructive" });
    },
  });
  return (
    <Line label={t("push.off")} hint={t("push.off_hint")}>
      <Button size="s" pending={start.pending} onClick={() => void start.run(publicKey)}>
        {t("push.turn_on")}
      </Button>
    </Line>
  );
}

function DeviceLine({ device }: { device: PushDevice }) {
  const t = useT();
  const format = useFormat();
  const name = useDeviceName()(device);
  const { isCurrent, createdAt } = device;
  const end = useAction(turnOff, {
    done: { title: t(isCurrent ? "push.turned_off" : "push.removed") },
    failed: t("push.not_removed"),
  });
  return (
    <Line
      label={isCurrent ? t("push.on") : name}
      hint={
        isCurrent ? (
          t("push.on_hint")
        ) : (
          <Time at={createdAt}>{t("push.since", { day: format.date(createdAt) })}</Time>
        )
      }
    >
      <Button
        size="s"
        pending={end.pending}
        {...(isCurrent ? {} : { "aria-label": t("push.remove_one", { device: name }) })}
        onClick={() => void end.run(device)}
      >
        {t(isCurrent ? "push.turn_off" : "push.remove")}
      </Button>
    </Line>
  );
}

function Lines({ push: { browser, devices }, publicKey }: { push: Push; publicKey: string }) {
  const t = useT();
  const current = devices.find(({ isCurrent }) => isCurrent);
  const others = devices.filter((each) => each !== current);
  const isAble = browser === "ready" || browser === "lost";
  return (
    <ul>
      {current ? <DeviceLine device={current} /> : null}
      {!current && isAble ? <OnLine publicKey={publicKey} /> : null}
      {isAble ? null : <Line label={t(`push.${browser}`)} hint={t(`push.${browser}_hint`)} />}
      {others.map((device) => (
        <DeviceLine key={device.id} device={device} />
      ))}
    </ul>
  );
}

function TestButton() {
  const t = useT();
  const test = useAction(sendTest, {
    done: ({ sent, failed }) => ({
      title: failed === 0 ? t("push.tested", { count: sent }) : t("push.test_missed", { count: failed }),
      ...(failed === 0 ? {} : { description: t("push.test_missed_text"), variant: "destructive" }),
    }),
    failed: t("push.test_failed"),
  });
  return (
    <Button size="s" pending={test.pending} onClick={() => void test.run()}>
      {t("push.test")}
    </Button>
  );
}

/** Push on this device, and the reader's other devices with push. */
export default function PushPanel() {
  const t = useT();
  const answer = usePush();
  useEffect(() => onPermission(() => void readPushAgain()), []);
  const { data } = answer;
  if (data?.publicKey === null) return null;
  return (
    <Panel id="push" title={t("push.title")} actions={data?.devices.length ? <TestButton /> : null}>
      <AnswerView answer={answer} loading={<SkeletonLines lines={2} className="p-[18px]" />}>
        {(push) => <Lines push={push} publicKey={push.publicKey ?? ""} />}
      </AnswerView>
    </Panel>
  );
}
