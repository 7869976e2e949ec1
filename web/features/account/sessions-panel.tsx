import { useState } from "react";
import useSWR from "swr";
import type { UserSession } from "../../../worker/features/sessions/sessions.schema.ts";
import { ApiError, request } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { SessionFacts, useDeviceName } from "../sessions/index.ts";

/** On phones it stands under what is said of the session. */
const UNDER = "max-sm:ml-[34px]";
const SESSIONS = "/api/user/sessions";

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => Promise<void> }) {
  const t = useT();
  const device = useDeviceName()(session);
  const [ending, setEnding] = useState(false);
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
    <li className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line px-[18px] py-2.5 first:border-t-0">
      <SessionFacts session={session} />
      {session.current ? (
        <span className={UNDER}>
          <Badge tone="go">{t("users.this_device")}</Badge>
        </span>
      ) : (
        <Button
          size="s"
          className={UNDER}
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

  /** @param body the session to end; without it all others do */
  const remove = async (isKept: (session: UserSession) => boolean, title: string, body?: { id: number }) => {
    await request(SESSIONS, { method: "DELETE", body }).catch((failure: unknown) => {
      // It ended elsewhere meanwhile, as was asked for.
      if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
    });
    await mutate((list) => list?.filter(isKept), { revalidate: false });
    toast({ title });
  };
  const endOne = (ended: UserSession) =>
    remove(({ id }) => id !== ended.id, t("users.ended_one"), { id: ended.id });
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
        onConfirm={() => remove(({ current }) => current, t("users.ended_others"))}
      />
    </Panel>
  );
}
