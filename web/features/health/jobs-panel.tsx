import type { JobOutcome, JobReport, JobRun } from "../../../worker/features/health/health.schema.ts";
import { cx } from "../../lib/cx.ts";
import type { Tone } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { formatDuration } from "./units.ts";

const DAY = 24 * 3_600_000;
const ROW = { className: "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-1 max-md:px-4 max-md:py-3" };

const TONES: Record<JobOutcome, Tone> = {
  running: "new",
  done: "go",
  failed: "stop",
  held: "wait",
  skipped: "idle",
};

/** Jobs whose numbers have a text. */
const COUNTED = ["backup", "events", "member_sync", "notices", "rehearsal", "ships"] as const;

const tookOf = ({ startedAt, finishedAt }: JobRun): number | null =>
  finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);

/** The last 20 runs, oldest first; the height is the duration, failed runs are full and red. */
function Bars({ runs }: Pick<JobReport, "runs">) {
  const longest = Math.max(1, ...runs.map((run) => tookOf(run) ?? 0));
  const heightOf = (run: JobRun) =>
    run.outcome === "failed" ? 22 : run.outcome === "skipped" ? 3 : 4 + ((tookOf(run) ?? 0) / longest) * 14;
  const colorOf = ({ outcome }: JobRun) =>
    outcome === "failed" ? "bg-stop" : outcome === "held" ? "bg-wait" : "bg-ink-2/60";
  return (
    <span aria-hidden="true" className="inline-flex h-6 items-end gap-[2px] forced-color-adjust-none">
      {runs.toReversed().map((run) => (
        <span
          key={run.startedAt}
          className={cx("w-1 rounded-[1px] forced-colors:bg-[CanvasText]", colorOf(run))}
          style={{ height: heightOf(run) }}
        />
      ))}
    </span>
  );
}

export function JobsPanel({ jobs }: { jobs: readonly JobReport[] }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const runs = jobs.flatMap((job) => job.runs);
  const failed = runs.filter(({ outcome }) => outcome === "failed").length;
  const lastRun = ({ name, runs: [run] }: JobReport) => {
    if (!run) return <span className="text-md text-ink-3">{t("health.job.never")}</span>;
    const counted = run.outcome === "done" && COUNTED.find((each) => each === name);
    const result = run.error ?? (counted && t(`health.counts.${counted}`, run.counts));
    return (
      <>
        <span className="flex items-center gap-2 text-md">
          <Dot tone={TONES[run.outcome]} />
          {t(`health.outcome.${run.outcome}`)}
        </span>
        <span className="block hint">
          <Time at={run.startedAt}>{format.ago(run.startedAt, now, true)}</Time>
          {result ? `${run.error ? ". " : ", "}${result}` : null}
        </span>
      </>
    );
  };
  return (
    <Fold
      title={t("health.jobs")}
      aside={<span className="hint">{t("health.jobs_failed", { failed, runs: runs.length })}</span>}
      isOpen={failed > 0}
    >
      <Table
        label={t("health.jobs")}
        items={jobs.map((job, id) => ({ ...job, id }))}
        headClass="max-md:sr-only"
        rowOf={() => ROW}
        columns={{
          job: {
            heading: t("health.column.job"),
            cell: ({ title, every }) => (
              <span className="block leading-[1.45]">
                <span className="block font-book">{title}</span>
                <span className="block hint">{t(`health.every.${every}`)}</span>
              </span>
            ),
            cellClass: "w-[24%] max-md:w-auto",
          },
          last: {
            heading: t("health.column.last"),
            cell: lastRun,
            cellClass: "max-md:col-span-2 max-md:row-start-2",
          },
          bars: {
            heading: t("health.column.runs"),
            headClass: "whitespace-nowrap max-lg:hidden",
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
    </Fold>
  );
}
