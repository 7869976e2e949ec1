import { useState } from "react";
import useSWR from "swr";
import type { UserSession } from "../../../worker/features/sessions/sessions.schema.ts";
import { readDevice } from "../../../worker/features/sessions/user-agent.schema.ts";
import { ApiError, request } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { DeviceIcon, PhoneIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

const SESSIONS = "/api/user/sessions";

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => Promise<void> }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const [ending, setEnding] = useState(false);
  const { browser, system, phone } = readDevice(session.userAgent);
  const Icon = phone ? PhoneIcon : DeviceIcon;
  const device =
    browser && system
      ? t("users.device", { browser, system })
      : (browser ?? system ?? t("users.device_unknown"));
  const end = async () => {
    setEnding(true);
    try {
      await onEnd();
    } catch (error) {
      tellFailure(error, { title: t("users.end_failed") });
      setEnding(false);
    }
  };
  return (
    <li className="flex min-h-16 items-center gap-3.5 border-t border-line px-[18px] py-2.5 first:border-t-0">
      <Icon size={20} className="flex-none text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-book">{device}</p>
        <p className="hint">
          {t(session.method === "discord" ? "users.method_discord" : "users.method_password")}
          {" · "}
          <Time at={session.lastSeenAt}>
            {t("users.last_seen", { when: format.relative(session.lastSeenAt, now) })}
          </Time>
        </p>
      </div>
      {session.current ? (
        <Badge tone="go">{t("users.this_device")}</Badge>
      ) : (
        <Button
          size="s"
          pending={ending}
          onClick={() => void end()}
          aria-label={t("users.end_one", { device })}
        >
          {t("users.end")}
        </Button>
      )}
    </li>
  );
}

/** Where the user is signed in, with a way to end each session and all others at once. */
export function SessionsPanel() {
  const t = useT();
  const { data, error, mutate } = useSWR<UserSession[]>(SESSIONS);
  const [asking, setAsking] = useState(false);
  const others = data?.filter((session) => !session.current).length ?? 0;

  const remove = async (path: string, isKept: (session: UserSession) => boolean, title: string) => {
    await request(path, { method: "DELETE" }).catch((failure: unknown) => {
      // It ended elsewhere meanwhile, as was asked for.
      if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
    });
    await mutate((list) => list?.filter(isKept), { revalidate: false });
    toast({ title });
  };
  const endOne = (ended: UserSession) =>
    remove(`${SESSIONS}/${ended.id}`, ({ id }) => id !== ended.id, t("users.ended_one"));
  return (
    <Panel
      title={t("users.sessions")}
      aria-busy={!data && !error}
      actions={
        <Button
          size="s"
          variant="danger"
          reason={others === 0 && t("users.no_others")}
          onClick={() => setAsking(true)}
        >
          {t("users.end_others")}
        </Button>
      }
    >
      {data ? (
        <ul>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => endOne(session)} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={3} className="p-[18px]" />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("users.end_others_title")}
        description={t("users.end_others_text", { count: others })}
        confirmLabel={t("users.end_others")}
        danger
        onConfirm={() => remove(SESSIONS, ({ current }) => current, t("users.ended_others"))}
      />
    </Panel>
  );
}
