import useSWR from "swr";
import type { UserSession } from "../../../worker/features/sessions/sessions.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, request } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { listOf } from "../../lib/list.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { ListPanel } from "../../ui/list-view.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { SessionFacts, useDeviceName } from "../sessions/index.ts";

const SESSIONS = "/api/user/sessions";

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => Promise<void> }) {
  const t = useT();
  const device = useDeviceName()(session);
  const end = useAction(onEnd, { done: { title: t("users.ended_one") }, failed: t("users.end_failed") });
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line px-[18px] py-2.5 first:border-t-0">
      <SessionFacts session={session} />
      {session.current ? (
        <Badge tone="go">{t("users.this_device")}</Badge>
      ) : (
        <Button
          size="s"
          pending={end.pending}
          onClick={() => void end.run()}
          aria-label={t("users.end_one", { device })}
        >
          {t("users.end")}
        </Button>
      )}
    </li>
  );
}

export function SessionsPanel() {
  const t = useT();
  const answer = useSWR<UserSession[]>(SESSIONS);
  const { data, mutate } = answer;
  const others = data?.filter((session) => !session.current).length ?? 0;

  /** Ends the session of `body`, or all others without it. */
  const remove = async (isKept: (session: UserSession) => boolean, body?: { id: number }) => {
    await request(SESSIONS, { method: "DELETE", body }).catch((failure: unknown) => {
      // The session has ended elsewhere.
      if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
    });
    await mutate((list) => list?.filter(isKept), { revalidate: false });
  };
  return (
    <ListPanel
      title={t("users.sessions")}
      source={listOf(answer)}
      loading={<SkeletonLines lines={3} className="p-[18px]" />}
      actions={
        others === 0 ? null : (
          <ConfirmButton
            size="s"
            variant="danger"
            label={t("users.end_others")}
            title={t("users.end_others_title")}
            description={t("users.end_others_text", { count: others })}
            danger
            onConfirm={() => remove(({ current }) => current)}
            done={{ title: t("users.ended_others") }}
          />
        )
      }
    >
      {(sessions) => (
        <ul>
          {sessions.map((each) => (
            <SessionRow
              key={each.id}
              session={each}
              onEnd={() => remove(({ id }) => id !== each.id, { id: each.id })}
            />
          ))}
        </ul>
      )}
    </ListPanel>
  );
}
