import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Switch } from "../../ui/switch.tsx";
import { shareStatistics, useOwnStatistics } from "./attendance.api.ts";
import { durationText } from "./parts.tsx";

/** The reader's own figure, which others see only if they share it. */
export function StatisticsPanel() {
  const t = useT();
  const { user } = useUser();
  const { data } = useOwnStatistics();
  const share = useAction((isShared: boolean) => shareStatistics(user?.organizationId ?? 0, isShared), {
    failed: t("attendance.share_failed"),
  });
  if (!data) return null;
  return (
    <Panel title={t("attendance.statistics")}>
      <div className="grid gap-2 px-[18px] py-3.5">
        <p>
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
      </div>
    </Panel>
  );
}
