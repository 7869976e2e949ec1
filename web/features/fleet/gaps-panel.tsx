import { useState } from "react";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/i18n.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { FleetList } from "./address.ts";
import type { Gap } from "./fleet.ts";
import { type Fleet, fullCrew } from "./fleet.ts";
import { anyOf } from "./names.ts";

/** Gaps that are shown at first. */
const FIRST = 3;
const HANGAR = "/my-hangar";

export function GapsPanel(props: {
  fleet: Fleet;
  gaps: readonly Gap[];
  list: FleetList;
  /** Scrolls to the table, for a link that filters it. */
  onShowTable: () => void;
}) {
  const t = useT();
  const { fleet, gaps, onShowTable } = props;
  const { hrefWith, none } = props.list;
  const [showsAll, setShowsAll] = useState(false);
  /** A gap in words, with a link to what closes it. */
  const words = (gap: Gap) => {
    if (gap.kind === "nobody") {
      return {
        title: t("fleet.gap.nobody", { role: t(`ships.role.${gap.role}`) }),
        text: t("fleet.gap.nobody_text", { ships: anyOf(gap.closedBy.map(({ name }) => name)) }),
        to: HANGAR,
        link: t("fleet.gap.nobody_link"),
      };
    }
    if (gap.kind === "one_owner") {
      const { owner, ships: count } = gap;
      const online = owner.isOnline ? "yes" : "no";
      return {
        title: t("fleet.gap.one_owner", { role: t(`ships.role.${gap.role}`), count }),
        text: t("fleet.gap.one_owner_text", { owner: owner.displayName, online }),
        to: hrefWith({ ...none, role: gap.role }),
        link: t("fleet.gap.one_owner_link"),
      };
    }
    const { ship } = gap.largest;
    const isBeyond = gap.kind === "crew_members";
    const values = { ship: ship.name, crew: fullCrew(ship), people: isBeyond ? fleet.members : fleet.online };
    return {
      title: t(`fleet.gap.${gap.kind}`, { count: gap.types }),
      text: t(`fleet.gap.${gap.kind}_text`, values),
      to: hrefWith({ ...none, sort: "-crew" }),
      link: t("fleet.gap.crew_link"),
    };
  };
  const isPrinted = useMedia("print");
  const shown = showsAll || isPrinted ? gaps : gaps.slice(0, FIRST);
  return (
    <Panel
      title={t("fleet.gaps")}
      aside={<span className="figure text-ink-2">{gaps.length}</span>}
      className="print:break-inside-avoid"
    >
      {gaps.length === 0 ? <p className="px-[18px] py-4 text-ink-2">{t("fleet.no_gaps")}</p> : null}
      <ul className="md:max-xl:grid md:max-xl:grid-cols-2">
        {shown.map((gap) => {
          const { title, text, to, link } = words(gap);
          const isBad = gap.kind === "nobody" || gap.kind === "crew_members";
          return (
            <li
              key={title}
              className="grid grid-cols-[8px_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-t border-line px-[18px] py-3 text-md first:border-t-0 md:max-xl:nth-2:border-t-0"
            >
              <Dot
                tone={isBad ? "stop" : "wait"}
                label={t(isBad ? "fleet.gap.missing" : "fleet.gap.thin")}
                className="mt-1.5"
              />
              <p className="font-semibold">{title}</p>
              <p className="col-start-2 text-sm text-ink-2">
                {text}{" "}
                <Link
                  to={to}
                  preventScrollReset={to !== HANGAR}
                  onClick={to === HANGAR ? undefined : onShowTable}
                  className="link font-medium print:hidden"
                >
                  {link}
                </Link>
              </p>
            </li>
          );
        })}
      </ul>
      {gaps.length > shown.length ? (
        <div className="border-t border-line p-2 print:hidden">
          <Button variant="quiet" className="w-full" onClick={() => setShowsAll(true)}>
            {t("fleet.gaps_more", { count: gaps.length - shown.length })}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
