import { Fragment } from "react";
import type { SlowRoute } from "../../../worker/features/health/health.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Fold } from "../../ui/fold.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { formatDuration } from "./units.ts";

const ROW = { className: "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4 max-md:py-3" };

/** Routes with failed or slow requests, with the id of the newest one in the log. */
export function SlowPanel({ routes }: { routes: readonly SlowRoute[] }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  if (routes.length === 0) return null;
  return (
    <Fold title={t("health.slow")} aside={<span className="hint">{t("health.slow_text")}</span>}>
      <Table
        label={t("health.slow")}
        items={routes.map((each, id) => ({ ...each, id }))}
        headClass="max-md:sr-only"
        rowOf={() => ROW}
        columns={{
          route: {
            heading: t("health.column.route"),
            cell: ({ route }) => (
              <code className="font-mono text-[12px] [overflow-wrap:anywhere]">
                {route.split(/(?=\/)/).map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which may repeat
                  <Fragment key={at}>
                    <wbr />
                    {part}
                  </Fragment>
                ))}
              </code>
            ),
            cellClass: "w-[34%] max-md:w-auto",
          },
          often: {
            heading: t("health.column.often"),
            cell: ({ failed, count }) => (
              <span className="block text-md">
                {failed > 0 ? <span className="block">{t("health.failed", { count: failed })}</span> : null}
                {count > failed ? (
                  <span className="block text-ink-2">{t("health.took_long", { count: count - failed })}</span>
                ) : null}
              </span>
            ),
            cellClass: "max-md:text-right",
          },
          worst: {
            heading: t("health.column.worst"),
            headClass: "text-right! max-md:sr-only",
            cell: ({ worstMs }) => formatDuration(worstMs, language, "narrow"),
            cellClass: "figure text-right whitespace-nowrap max-md:col-start-2 max-md:row-start-2",
          },
          last: {
            heading: t("health.column.last_request"),
            cell: ({ lastAt, lastRequestId }) => (
              <>
                <span className="block text-md">
                  <Time at={lastAt}>{format.ago(lastAt, now, true)}</Time>
                </span>
                <code className="block font-mono text-[11px] [overflow-wrap:anywhere] text-ink-3 select-all">
                  {lastRequestId}
                </code>
              </>
            ),
            cellClass: "max-md:col-start-1 max-md:row-start-2",
          },
        }}
      />
    </Fold>
  );
}
