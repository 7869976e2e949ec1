import type { JobOutcome, JobReport, JobRun } from "../../../worker/features/health/health.schema.ts";
import type { MessageKey } from "../../catalogues.ts";
import { cx } from "../../lib/cx.ts";
import type { Tone } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { formatDuration } from "./units.ts";

const DAY = 24 * 3_600_000;

const TONES: Record<JobOutcome, Tone> = {
  running: "new",
  done: "go",
  failed: "stop",
  held: "wait",
  skipped: "idle",
};

/** How a job's numbers read. */
const COUNTS: Record<string, MessageKey> = {
  member_sync: "health.counts.member_sync",
  ships: "health.counts.ships",
};

const tookOf = ({ startedAt, finishedAt }: JobRun): number | null =>
  finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);

/** The last run in words. */
function LastRun({ name, runs: [run] }: JobReport) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (!run) return <span className="text-md text-ink-3">{t("health.job.never")}</span>;
  const counts = run.outcome === "done" ? COUNTS[name] : undefined;
  const said = run.error ?? (counts ? t(counts, run.counts) : null);
  const when = format.relativeShort(run.startedAt, Math.max(now, Date.parse(run.startedAt)));
  return (
    <>
      <span className="flex items-center gap-2 text-md">
        <Dot tone={TONES[run.outcome]} />
        {t(`health.outcome.${run.outcome}`)}
      </span>
      <span className="block hint">
        <Time at={run.startedAt}>{when}</Time>
        {said ? `${run.error ? ". " : ", "}${said}` : null}
      </span>
    </>
  );
}

/** The last 20 runs, oldest first, each as high as it took long; one that failed is full and red. */
function Bars({ runs }: Pick<JobReport, "runs">) {
  const longest = Math.max(1, ...runs.map((run) => tookOf(run) ?? 0));
  const heightOf = (run: JobRun) =>
    run.outcome === "failed" ? 22 : run.outcome === "skipped" ? 3 : 4 + ((tookOf(run) ?? 0) / longest) * 14;
  return (
    <span aria-hidden="true" className="inline-flex h-6 items-end gap-[2px]">
      {runs.toReversed().map((run) => (
        <span
          key={run.startedAt}
          className={cx(
            "w-1 rounded-[1px]",
            run.outcome === "failed" ? "bg-stop" : run.outcome === "held" ? "bg-wait" : "bg-ink-2/60",
          )}
          style={{ height: heightOf(run) }}
        />
      ))}
    </span>
  );
}

/** Every scheduled job: how its last run ended, its last 20, how long it took and when it comes next. */
export function JobsPanel({ jobs }: { jobs: readonly JobReport[] }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const failed = jobs
    .flatMap(({ runs }) => runs)
    .filter(({ outcome, startedAt }) => outcome === "failed" && Date.parse(startedAt) > now - DAY).length;
  return (
    <Panel
      title={t("health.jobs")}
      aside={<span className="hint">{t("health.jobs_failed", { failed })}</span>}
      className="overflow-hidden"
    >
      <Table
        label={t("health.jobs")}
        items={jobs.map((job, id) => ({ ...job, id }))}
        headClass="max-md:sr-only"
        rowOf={() => ({
          className: "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4 max-md:py-3",
        })}
        columns={{
          job: {
            heading: t("health.column.job"),
            cell: ({ name, every }) => (
              <span className="block leading-[1.45]">
                <span className="block font-book">{t(`health.job.${name as "upkeep"}`)}</span>
                <span className="block hint">{t(`health.every.${every}`)}</span>
              </span>
            ),
            cellClass: "w-[24%] max-md:w-auto",
          },
          last: {
            heading: t("health.column.last"),
            cell: (job) => <LastRun {...job} />,
            cellClass: "max-md:col-span-2 max-md:row-start-2",
          },
          bars: {
            heading: t("health.column.runs"),
            headClass: "max-lg:hidden",
            cell: ({ runs }) => <Bars runs={runs} />,
            cellClass: "max-lg:hidden",
          },
          took: {
            heading: t("health.column.took"),
            headClass: "text-right! max-md:hidden",
            cell: ({ runs: [run] }) => {
              const took = run ? tookOf(run) : null;
              return took === null ? "–" : formatDuration(took, language, "narrow");
            },
            cellClass: "figure text-right whitespace-nowrap max-md:hidden",
          },
          next: {
            heading: t("health.column.next"),
            headClass: "text-right!",
            cell: ({ nextAt }) => (
              <Time at={nextAt}>
                {Date.parse(nextAt) - now < DAY
                  ? format.relativeShort(nextAt, Math.min(now, Date.parse(nextAt)))
                  : format.day(nextAt)}
              </Time>
            ),
            cellClass:
              "text-right text-md whitespace-nowrap text-ink-2 max-md:col-start-2 max-md:row-start-1",
          },
        }}
      />
    </Panel>
  );
}
