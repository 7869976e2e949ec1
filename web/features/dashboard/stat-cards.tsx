import type { ReactNode } from "react";
import { FIGURES } from "../../../worker/features/prospects/pipeline.schema.ts";
import { cx } from "../../lib/cx.ts";
import { compactNumber, LOCALES } from "../../lib/format.ts";
import { useCan } from "../../lib/gate.tsx";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { figurePath } from "../prospects/index.ts";
import { useDashboardStats } from "./dashboard.api.ts";

function Card(props: {
  name: "overdue" | "active" | "members" | "bots";
  /** Undefined while it loads. */
  value: number | null | undefined;
  tone?: "text-go" | "text-stop" | false;
  beside?: ReactNode;
  caption: string;
  to?: string;
}) {
  const t = useT();
  const { name, value, tone, beside, caption, to } = props;
  const isLoaded = typeof value === "number";
  const className = "block bg-hull px-[18px] py-3.5";
  const content = (
    <>
      <span className="label block">{t(`dashboard.card.${name}`)}</span>
      {isLoaded ? (
        <span className="mt-1.5 flex flex-wrap items-baseline gap-x-2.5">
          <span className={cx("figure text-lg leading-none", value === 0 && !tone ? "text-ink-3" : tone)}>
            {compactNumber(value)}
          </span>
          {beside}
        </span>
      ) : (
        <Skeleton className="mt-1.5 h-5 w-12" />
      )}
      <span className="mt-1 block hint">{caption}</span>
    </>
  );
  if (!to || !isLoaded) return <div className={className}>{content}</div>;
  return (
    <Link to={to} className={cx(className, "transition-colors hover:bg-rail")}>
      {content}
    </Link>
  );
}

/** Change against 30 days ago; red only when the organization shrinks. */
export function Change({ percent }: { percent: number }) {
  const t = useT();
  const language = useLanguage();
  const text = new Intl.NumberFormat(LOCALES[language], {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 1,
  }).format(percent / 100);
  const tone = percent > 0 ? "text-go" : percent < 0 ? "text-stop" : "text-ink-3";
  return (
    <span className={cx("text-sm leading-none", tone)}>{t("dashboard.card.change", { percent: text })}</span>
  );
}

/** The figures that the reader may see; `isFresh` while the organization is being set up. */
export function StatCards({ isFresh = false }: { isFresh?: boolean }) {
  const t = useT();
  const { data: stats, error, mutate } = useDashboardStats();
  const { user } = useUser();
  const seesProspects = useCan("prospects.read");
  const seesAll = useCan("prospects.read_all");
  const seesMembers = useCan("members.read");
  const seesBots = useCan("bots.read");
  if (error && !stats) {
    return (
      <Panel>
        <ErrorState error={error} onRetry={() => void mutate()} />
      </Panel>
    );
  }
  const { overdueTasks, bots, memberChangePercent: percent = null } = stats ?? {};
  // While a figure loads, its label and caption are shown.
  return (
    <section aria-label={t("dashboard.cards")} aria-busy={!stats} className="panel @container overflow-clip">
      {/* The lines between the figures are the gaps of the grid. */}
      <div className="grid grid-cols-2 gap-px bg-line @min-[700px]:auto-cols-fr @min-[700px]:grid-flow-col @min-[700px]:grid-cols-none max-[699px]:[&>:last-child:nth-child(odd)]:col-span-2">
        {seesProspects ? (
          <>
            <Card
              name="overdue"
              value={overdueTasks}
              tone={Boolean(overdueTasks) && "text-stop"}
              caption={t(`dashboard.card.overdue_${seesAll ? "team" : "caption"}`)}
              to={figurePath(FIGURES.overdue)}
            />
            {seesAll ? (
              <Card
                name="active"
                value={stats?.activeProspects}
                caption={t(`dashboard.card.active_${stats?.activeProspects === 0 ? "none" : "caption"}`)}
                to={figurePath(FIGURES.activeInDiscord)}
              />
            ) : null}
          </>
        ) : null}
        <Card
          name="members"
          value={stats?.totalMembers}
          beside={percent === null ? null : <Change percent={percent} />}
          caption={t("dashboard.card.members_caption", { organization: user?.organizationName })}
          {...(seesMembers ? { to: "/members?status=active" } : {})}
        />
        {seesBots ? (
          <Card
            name="bots"
            value={bots?.running}
            tone={bots?.running ? "text-go" : !isFresh && "text-stop"}
            caption={bots ? t("dashboard.card.bots_caption", { count: bots.total }) : "\u00a0"}
            to="/discord-bots"
          />
        ) : null}
      </div>
    </section>
  );
}
