import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DashboardStats } from "../../../worker/features/dashboard/dashboard.schema.ts";
import { cx } from "../../lib/cx.ts";
import { compactNumber, LOCALES } from "../../lib/format.ts";
import { useCan } from "../../lib/gate.tsx";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDashboardStats } from "./dashboard.api.ts";
import { type CardName, cardsOf } from "./figures.ts";
import { LoadError } from "./load-error.tsx";
import { WelcomeCard } from "./welcome-card.tsx";

const GRID =
  "mb-[18px] grid grid-cols-2 gap-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none lg:gap-[18px]";
/** On narrow screens, where two share a row, the last of an odd number has one to itself. */
const LAST_OF_ODD = "max-lg:col-span-2";
const CARD = "block px-[18px] pt-4 pb-[15px]";

function Card(props: {
  label: string;
  value: number;
  tone?: "text-go" | "text-stop" | false;
  beside?: ReactNode;
  caption: string;
  to?: string | null;
  className: string | false;
}) {
  const { label, value, tone, beside, caption, to } = props;
  const className = cx("panel", CARD, props.className);
  const content = (
    <>
      <span className="label block">{label}</span>
      <span className="mt-1.5 flex flex-wrap items-baseline gap-x-2.5">
        <span className={cx("figure text-2xl leading-none", tone)}>{compactNumber(value)}</span>
        {beside}
      </span>
      <span className="mt-2 block hint">{caption}</span>
    </>
  );
  if (!to) return <div className={className}>{content}</div>;
  return (
    <Link to={to} className={cx(className, "transition-colors hover:border-line-strong")}>
      {content}
    </Link>
  );
}

/** Change against 30 days ago; red only when the organization shrinks. */
function Change({ percent }: { percent: number }) {
  const t = useT();
  const language = useLanguage();
  const text = new Intl.NumberFormat(LOCALES[language], {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 1,
  }).format(percent / 100);
  const tone = percent > 0 ? "text-go" : percent < 0 ? "text-stop" : "text-ink-3";
  return <span className={cx("text-sm", tone)}>{t("dashboard.card.change", { percent: text })}</span>;
}

function StatCard(props: { name: CardName; stats: DashboardStats; className: string | false }) {
  const { name, stats, className } = props;
  const t = useT();
  const { user } = useUser();
  const seesProspects = useCan("prospects.read");
  const seesBots = useCan("bots.read");
  const overdue = stats.overdueTasks ?? 0;
  const running = stats.bots?.running ?? 0;
  switch (name) {
    case "overdue":
      return (
        <Card
          className={className}
          label={t("dashboard.card.overdue")}
          value={overdue}
          tone={overdue > 0 && "text-stop"}
          caption={t("dashboard.card.overdue_caption", { count: overdue })}
          to={seesProspects ? "/crm?tab=team&deadline=overdue" : null}
        />
      );
    case "active":
      return (
        <Card
          className={className}
          label={t("dashboard.card.active")}
          value={stats.activeProspects ?? 0}
          caption={t("dashboard.card.active_caption")}
          to={seesProspects ? "/crm?tab=team&view=list&stage=active" : null}
        />
      );
    case "members":
      return (
        <Card
          className={className}
          label={t("dashboard.card.members")}
          value={stats.totalMembers}
          caption={t("dashboard.card.members_caption", { organization: user?.organizationName })}
          beside={stats.memberChangePercent === null ? null : <Change percent={stats.memberChangePercent} />}
        />
      );
    case "bots":
      return (
        <Card
          className={className}
          label={t("dashboard.card.bots")}
          value={running}
          tone={running > 0 ? "text-go" : "text-stop"}
          caption={t("dashboard.card.bots_caption", { count: stats.bots?.total ?? 0 })}
          to={seesBots ? "/discord-bots" : null}
        />
      );
  }
}

type Translate = ReturnType<typeof useT>;

/** What stands under a figure that is still on its way: all but what depends on the figure. */
const CAPTIONS: Record<CardName, (t: Translate, organization: string | undefined) => string> = {
  overdue: (t) => t("dashboard.card.overdue_caption", { count: 2 }),
  active: (t) => t("dashboard.card.active_caption"),
  members: (t, organization) => t("dashboard.card.members_caption", { organization }),
  bots: () => "\u00a0",
};

/** The figures that the reader may see; a reader without recruitment is told what there is for them. */
export function StatCards() {
  const t = useT();
  const { data, error, mutate } = useDashboardStats();
  const { user } = useUser();
  const seesProspects = useCan("prospects.read");
  const seesBots = useCan("bots.read");
  if (error && !data) {
    return (
      <Panel className="mb-[18px]">
        <LoadError error={error} onRetry={() => mutate()} />
      </Panel>
    );
  }
  const welcome = seesProspects ? null : <WelcomeCard />;
  const expected: CardName[] = [
    ...(seesProspects ? (["overdue", "active"] as const) : []),
    "members",
    ...(seesBots ? (["bots"] as const) : []),
  ];
  if (!data) {
    return (
      <div aria-busy="true" className={GRID}>
        {expected.map((name, index) => (
          <div
            key={name}
            className={cx("panel", CARD, index === expected.length - 1 && index % 2 === 0 && LAST_OF_ODD)}
          >
            <span className="label block">{t(`dashboard.card.${name}`)}</span>
            <Skeleton className="mt-1.5 h-[34px] w-16" />
            <span className="mt-2 block hint">{CAPTIONS[name](t, user?.organizationName)}</span>
          </div>
        ))}
        {welcome}
      </div>
    );
  }
  const cards = cardsOf(data);
  return (
    <section aria-label={t("dashboard.cards")} className={GRID}>
      {cards.map((name, index) => (
        <StatCard
          key={name}
          name={name}
          stats={data}
          className={index === cards.length - 1 && index % 2 === 0 && LAST_OF_ODD}
        />
      ))}
      {welcome}
    </section>
  );
}
