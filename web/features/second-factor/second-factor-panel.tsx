import { type ReactNode, useState } from "react";
import type { SecondFactors } from "../../../worker/features/second-factor/second-factor.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { KeyIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import type { Opened } from "./add-dialogs.tsx";
import {
  beginAuthenticator,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  useSecondFactors,
} from "./second-factor.api.ts";
import { knowsPasskeys } from "./web-authn.ts";

const AddDialogs = lazyDialog(() => import("./add-dialogs.tsx"));

type Passkey = SecondFactors["passkeys"][number];
type Asked = "authenticator" | "codes" | Passkey;

function Line(props: { label: ReactNode; hint: ReactNode; children: ReactNode }) {
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

function Lines(props: {
  factors: SecondFactors;
  onOpen: (opened: Opened) => void;
  onAsk: (asked: Asked) => void;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { onOpen, onAsk } = props;
  const setUp = useAction(async () => onOpen({ secret: await beginAuthenticator() }), {
    failed: t("factor.app_failed"),
  });
  const { authenticatorSince: since, passkeys, recoveryCodes } = props.factors;
  const hasFactor = since !== null || passkeys.length > 0;
  return (
    <ul>
      <Line
        label={t("factor.app")}
        hint={since ? t("factor.app_since", { day: format.date(since) }) : t("factor.app_hint")}
      >
        <Button
          size="s"
          pending={!since && setUp.pending}
          onClick={() => (since ? onAsk("authenticator") : void setUp.run())}
        >
          {t(since ? "factor.remove" : "factor.add_app")}
        </Button>
      </Line>
      <Line label={t("factor.passkeys")} hint={t("factor.passkeys_hint")}>
        <Button
          size="s"
          reason={!knowsPasskeys() && t("factor.no_support")}
          onClick={() => onOpen("passkey")}
          data-after-codes=""
        >
          {t("factor.add")}
        </Button>
      </Line>
      {passkeys.map((passkey) => (
        <Line
          key={passkey.id}
          label={
            <span className="inline-flex items-center gap-2">
              <KeyIcon className="flex-none text-ink-3" />
              {passkey.name}
            </span>
          }
          hint={
            passkey.lastUsedAt ? (
              <Time at={passkey.lastUsedAt}>
                {t("factor.passkey_used", { when: format.ago(passkey.lastUsedAt, now) })}
              </Time>
            ) : (
              t("factor.passkey_unused")
            )
          }
        >
          <Button
            size="s"
            aria-label={t("factor.remove_one", { name: passkey.name })}
            onClick={() => onAsk(passkey)}
          >
            {t("factor.remove")}
          </Button>
        </Line>
      ))}
      {hasFactor ? (
        <Line label={t("factor.codes")} hint={t("factor.codes_left", { count: recoveryCodes })}>
          <Button size="s" onClick={() => onAsk("codes")}>
            {t("factor.codes_make")}
          </Button>
        </Line>
      ) : null}
    </ul>
  );
}

/** Asks before a factor is removed or recovery codes are replaced. */
function Question(props: { asked: Asked; onClose: () => void; onCodes: (codes: string[]) => void }) {
  const t = useT();
  const { asked, onClose } = props;
  if (asked === "codes")
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={t("factor.codes_make_title")}
        description={t("factor.codes_make_text")}
        confirmLabel={t("factor.codes_make")}
        onConfirm={async () => props.onCodes((await makeRecoveryCodes()) ?? [])}
      />
    );
  const passkey = asked === "authenticator" ? null : asked;
  const factor = passkey ? "passkey" : "app";
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`factor.${factor}_remove_title`, { name: passkey?.name })}
      description={t(`factor.${factor}_remove_text`)}
      confirmLabel={t("factor.remove")}
      danger
      onConfirm={() => (passkey ? removePasskey(passkey.id) : removeAuthenticator())}
      done={{ title: t(`factor.${factor}_removed`) }}
    />
  );
}

export default function SecondFactorPanel() {
  const t = useT();
  const factors = useSecondFactors();
  const { data } = factors;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isOn = data && (data.authenticatorSince !== null || data.passkeys.length > 0);
  return (
    <Panel
      title={t("factor.title")}
      aside={
        data && !data.blocked ? (
          <Badge tone={isOn ? "go" : "idle"} size="s">
            {t(isOn ? "factor.on" : "factor.off")}
          </Badge>
        ) : null
      }
    >
      <AnswerView answer={factors} loading={<SkeletonLines lines={3} className="p-[18px]" />}>
        {(known) =>
          known.blocked ? (
            <p className="px-[18px] py-4 text-ink-2">{t("factor.blocked")}</p>
          ) : (
            <>
              {isOn ? null : <p className="px-[18px] pt-3 text-ink-2">{t("factor.why")}</p>}
              <Lines factors={known} onOpen={setOpened} onAsk={setAsked} />
            </>
          )
        }
      </AnswerView>
      {opened ? <AddDialogs opened={opened} onDone={(codes) => setOpened(codes && { codes })} /> : null}
      {asked ? (
        <Question asked={asked} onClose={() => setAsked(null)} onCodes={(codes) => setOpened({ codes })} />
      ) : null}
    </Panel>
  );
}
