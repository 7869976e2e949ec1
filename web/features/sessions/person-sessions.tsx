import useSWR from "swr";
import type { SessionOfUser } from "../../../worker/features/sessions/sessions.schema.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { listOf } from "../../lib/list.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { SessionFacts, useDeviceName } from "./session-facts.tsx";
import { sessionsPath } from "./sessions.api.ts";

/** The sessions of a user, each with a link to its entries in the audit log. */
export default function PersonSessions({ userId }: { userId: number }) {
  const t = useT();
  const nameOf = useDeviceName();
  const readsAudit = useCan("audit.read");
  const sessions = useSWR<SessionOfUser[]>(sessionsPath(userId));
  return (
    <ListView
      source={listOf(sessions)}
      loading={<SkeletonLines lines={6} className="py-4" />}
      empty={<p className="py-8 text-center text-ink-3">{t("sessions.none")}</p>}
    >
      {(all) => (
        <ul aria-label={t("sessions.title")} className="py-2">
          {all.map((session) => (
            <li
              key={session.mark}
              className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-2.5 first:border-t-0"
            >
              <SessionFacts session={session} />
              {readsAudit ? (
                <ButtonLink
                  to={`/audit?session=${session.mark}`}
                  size="s"
                  className="max-md:ml-[34px]"
                  aria-label={t("sessions.done_of", { device: nameOf(session) })}
                >
                  {t("sessions.done")}
                </ButtonLink>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </ListView>
  );
}
