import type { ReactNode } from "react";
import type { Attendance } from "../../../worker/features/attendance/attendance.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { BellIcon, ClockIcon, LockIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Switch } from "../../ui/switch.tsx";
import { shareStatistics, useOwnStatistics } from "./attendance.api.ts";
import { durationText } from "./parts.tsx";

function Point({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-1.5">
      <span className="mt-[3px] flex-none text-ink-3">{icon}</span>
      <span className="text-ink-2">{children}</span>
    </li>
  );
}

/** Explains the effects of confirming an answer. */
export function WhenPanel({ attendance }: { attendance: Attendance }) {
  const t = useT();
  const date = useFormat().shortDate(attendance.changesUntil);
  return (
    <Panel title={t("attendance.when")}>
      <ul className="px-[18px] py-2.5">
        <Point icon={<BellIcon size={15} />}>{t("attendance.when_told")}</Point>
        <Point icon={<ClockIcon size={15} />}>
          {t(attendance.can.confirm ? "attendance.when_change" : "attendance.closed", { date })}
        </Point>
      </ul>
    </Panel>
  );
}

/** The reader's own figure, which others see only if they share it. */
export function StatisticsPanel() {
  const t = useT();
  const { user } = useUser();
  const { data } = useOwnStatistics();
  const share = useAction((isShared: boolean) => shareStatistics(user?.organizationId ?? 0, isShared), {
    failed: t("attendance.share_failed"),
  });
  return (
    <Panel>
      <div className="flex gap-3 px-[18px] py-4">
        <LockIcon size={15} className="mt-[3px] flex-none text-ink-3" />
        <div className="grid min-w-0 gap-2 text-ink-2">
          <p>
            <strong className="text-ink">{t("attendance.statistics")}.</strong>{" "}
            {t("attendance.statistics_text")}
          </p>
          {data ? (
            <>
              <p className="text-ink">
                {data.events === 0
                  ? t("attendance.statistics_none")
                  : t("attendance.statistics_own", {
                      attended: data.attended,
                      events: data.events,
                      duration: durationText(t, data.minutes),
                    })}
              </p>
              <Switch
                label={t("attendance.share")}
                checked={share.running?.[0] ?? data.isShared}
                pending={share.pending}
                onChange={(isShared) => void share.run(isShared)}
              />
            </>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
