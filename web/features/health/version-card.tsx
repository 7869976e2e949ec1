import type { HealthReport } from "../../../worker/features/health/health.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Panel } from "../../ui/panel.tsx";

/** Which version runs, and what a newer one changes. */
export function VersionCard({ version, update }: Pick<HealthReport, "version" | "update">) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel
      title={t("health.version.title", { version })}
      actions={update ? <Badge tone="wait">{t("health.version.update")}</Badge> : null}
    >
      <div className="grid gap-2 px-[18px] py-3">
        {update ? (
          <>
            <p className="font-book">{update.name}</p>
            {update.publishedAt ? (
              <p className="hint">
                {t("health.version.published", { day: format.dayWithin(update.publishedAt) })}
              </p>
            ) : null}
            <Markdown text={update.notes} />
            <p>
              <a href={update.url} target="_blank" rel="noopener noreferrer" className="link">
                {t("health.version.more", { version: update.version })}
              </a>
            </p>
          </>
        ) : (
          <p className="text-ink-2">{t("health.version.none")}</p>
        )}
      </div>
    </Panel>
  );
}
