import { type ReactNode, Suspense, useState } from "react";
import type { SecondFactors } from "../../../worker/features/second-factor/second-factor.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { timeAfter } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { KeyIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
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

const addDialogs = part(() => import("./add-dialogs.tsx"));

type Passkey = SecondFactors["passkeys"][number];
type Asked = "authenticator" | "codes" | Passkey;

/** A line of the panel: what it is, how it is, and what can be done with it. */
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
  /** The secret of an app that is set up is being fetched. */
  pending: boolean;
  onSetUp: () => void;
  onAddPasskey: () => void;
  onAsk: (asked: Asked) => void;
}) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { authenticatorSince: since, passkeys, recoveryCodes } = props.factors;
  const hasFactor = since !== null || passkeys.length > 0;
  return (
    <ul>
      <Line
        label={t("factor.app")}
        hint={since ? t("factor.app_since", { day: format.date(since) }) : t("factor.app_hint")}
      >
        {since ? (
          <Button size="s" onClick={() => props.onAsk("authenticator")}>
            {t("factor.remove")}
          </Button>
        ) : (
          <Button size="s" pending={props.pending} onClick={props.onSetUp}>
            {t("factor.add_app")}
          </Button>
        )}
      </Line>
      <Line label={t("factor.passkeys")} hint={t("factor.passkeys_hint")}>
        <Button
          size="s"
          reason={knowsPasskeys() ? null : t("factor.no_support")}
          onClick={props.onAddPasskey}
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
                {t("factor.passkey_used", {
                  when: format.relative(passkey.lastUsedAt, timeAfter(passkey.lastUsedAt, now)),
                })}
              </Time>
            ) : (
              t("factor.passkey_unused")
            )
          }
        >
          <Button
            size="s"
            aria-label={t("factor.remove_one", { name: passkey.name })}
            onClick={() => props.onAsk(passkey)}
          >
            {t("factor.remove")}
          </Button>
        </Line>
      ))}
      <Line label={t("factor.codes")} hint={t("factor.codes_left", { count: recoveryCodes })}>
        <Button
          size="s"
          reason={hasFactor ? null : t("factor.codes_first")}
          onClick={() => props.onAsk("codes")}
          data-codes=""
        >
          {t("factor.codes_make")}
        </Button>
      </Line>
    </ul>
  );
}

/** Asks before a factor is removed or recovery codes are replaced. */
function Question(props: { asked: Asked; onClose: () => void; onCodes: (codes: string[]) => void }) {
  const t = useT();
  const { asked, onClose } = props;
  const question =
    asked === "codes"
      ? {
          title: t("factor.codes_make_title"),
          description: t("factor.codes_make_text"),
          confirmLabel: t("factor.codes_make"),
          onConfirm: async () => props.onCodes(await makeRecoveryCodes()),
        }
      : asked === "authenticator"
        ? {
            title: t("factor.app_remove_title"),
            description: t("factor.app_remove_text"),
            confirmLabel: t("factor.remove"),
            onConfirm: async () => {
              await removeAuthenticator();
              toast({ title: t("factor.app_removed") });
            },
          }
        : {
            title: t("factor.passkey_remove_title", { name: asked.name }),
            description: t("factor.passkey_remove_text"),
            confirmLabel: t("factor.remove"),
            onConfirm: async () => {
              await removePasskey(asked.id);
              toast({ title: t("factor.passkey_removed") });
            },
          };
  return <ConfirmDialog open onOpenChange={onClose} danger={asked !== "codes"} {...question} />;
}

/** The user's two-step sign-in: an authenticator app, passkeys and recovery codes. */
export default function SecondFactorPanel() {
  const t = useT();
  const { data, error, mutate } = useSecondFactors();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [pending, setPending] = useState(false);
  const setUp = async () => {
    setPending(true);
    try {
      setOpened({ secret: await beginAuthenticator() });
    } catch (failure) {
      tellFailure(failure, { title: t("factor.app_failed") });
    } finally {
      setPending(false);
    }
  };
  const isOn = data && (data.authenticatorSince !== null || data.passkeys.length > 0);
  return (
    <Panel
      title={t("factor.title")}
      aria-busy={!data && !error}
      aside={
        data && !data.blocked ? (
          <Badge tone={isOn ? "go" : "idle"} size="s">
            {t(isOn ? "factor.on" : "factor.off")}
          </Badge>
        ) : null
      }
    >
      {data?.blocked ? (
        <p className="px-[18px] py-4 text-ink-2">{t("factor.blocked")}</p>
      ) : data ? (
        <Lines
          factors={data}
          pending={pending}
          onSetUp={() => void setUp()}
          onAddPasskey={() => setOpened("passkey")}
          onAsk={setAsked}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={3} className="p-[18px]" />
      )}
      {opened ? (
        <Suspense>
          <addDialogs.View opened={opened} onDone={(codes) => setOpened(codes && { codes })} />
        </Suspense>
      ) : null}
      {asked ? (
        <Question asked={asked} onClose={() => setAsked(null)} onCodes={(codes) => setOpened({ codes })} />
      ) : null}
    </Panel>
  );
}
