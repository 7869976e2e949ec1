import type { CurrentUser } from "../../../../worker/lib/current-user.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { PauseIcon } from "../../../ui/icons.tsx";

/** A strip below the bar of the page: everybody's while a restore runs, an administrator's while automation is paused. */
export default function PauseBanner(props: { pause: NonNullable<CurrentUser["pause"]>; mayResume: boolean }) {
  const t = useT();
  const format = useFormat();
  const { pause, mayResume } = props;
  return (
    <div className="mx-auto max-w-[1360px] px-7 pt-5 max-md:px-4 max-md:pt-4">
      <div className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-3 rounded-l border border-[color-mix(in_oklab,var(--wait)_40%,var(--hull))] bg-[color-mix(in_oklab,var(--wait)_6%,var(--hull))] px-[18px] py-3.5 max-md:grid-cols-[20px_minmax(0,1fr)]">
        <PauseIcon size={20} strokeWidth={2.4} className="mt-0.5 self-start text-wait" />
        <div className="min-w-0">
          <p className="font-display text-lg leading-[1.35] font-semibold">
            {pause.isLocked
              ? t("restore.banner.locked")
              : t("restore.banner.paused", { since: format.dayWithin(pause.since) })}
          </p>
          <p className="text-ink-2">
            {t(pause.isLocked ? "restore.banner.locked_text" : "restore.banner.paused_text")}
          </p>
        </div>
        {mayResume ? (
          <ButtonLink
            to={`/admin?tab=backup#${pause.isLocked ? "applying" : "waits"}`}
            className="max-md:col-span-2"
          >
            {t(pause.isLocked ? "restore.banner.follow" : "restore.banner.waits")}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
