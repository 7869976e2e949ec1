import type { ReactNode } from "react";
import { Link } from "react-router";
import { can } from "../../lib/can.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { BotIcon, CalendarIcon, PipelineIcon, PlusIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";

function Action(props: { to: string; icon: ReactNode; title: string; text: string }) {
  return (
    <li className="flex-[1_1_220px]">
      <Link to={props.to} className="flex h-full items-center gap-3 rounded-m px-[11px] py-2.5 hover:bg-deck">
        <span className="grid size-[34px] flex-none place-items-center rounded-c border border-line bg-deck text-ink-2">
          {props.icon}
        </span>
        <span className="min-w-0">
          <span className="block font-book">{props.title}</span>
          <span className="block hint">{props.text}</span>
        </span>
      </Link>
    </li>
  );
}

/** The things people come to do, as far as the reader may do them. */
export function QuickActions() {
  const t = useT();
  const permissions = useUser().user?.permissions ?? [];
  const writes = can(permissions, { all: ["prospects.read", "prospects.write"] });
  const leads = can(permissions, { all: ["prospects.read", "crm.team_overview"] });
  const bots = can(permissions, { all: ["bots.read", "bots.write"] });
  if (!writes && !leads && !bots) return null;
  return (
    <Panel title={t("dashboard.quick.title")}>
      <ul className="flex flex-wrap gap-1 p-[7px]">
        {writes ? (
          <>
            <Action
              to="/crm?new=1"
              icon={<PlusIcon />}
              title={t("dashboard.quick.add")}
              text={t("dashboard.quick.add_text")}
            />
            <Action
              to="/crm?tab=team&deadline=none"
              icon={<CalendarIcon />}
              title={t("dashboard.quick.task")}
              text={t("dashboard.quick.task_text")}
            />
          </>
        ) : null}
        {leads && !bots ? (
          <Action
            to="/crm?tab=team"
            icon={<PipelineIcon />}
            title={t("dashboard.quick.pipeline")}
            text={t("dashboard.quick.pipeline_text")}
          />
        ) : null}
        {bots ? (
          <Action
            to="/discord-bots"
            icon={<BotIcon />}
            title={t("dashboard.quick.bots")}
            text={t("dashboard.quick.bots_text")}
          />
        ) : null}
      </ul>
    </Panel>
  );
}
