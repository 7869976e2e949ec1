import { Fragment } from "react";
import { LOCALES } from "../../lib/format.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Dot } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import type { FleetAddress, FleetList } from "./address.ts";
import { fullCrew, type Gap } from "./fleet.ts";

export function GapsPanel(props: {
  gaps: readonly Gap[];
  list: FleetList;
  /** Scrolls to the table, for a link that filters it. */
  onShowTable: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { gaps, onShowTable } = props;
  const { hrefWith, none } = props.list;
  const show = (label: string, changes: Partial<FleetAddress>) => (
    <Link to={hrefWith({ ...none, ...changes })} onClick={onShowTable} className="link font-medium">
      {label}
    </Link>
  );
  /** What a gap consists of, with a link to what closes it. */
  const words = (gap: Gap) => {
    if (gap.kind === "nobody") {
      const roles = gap.roles.map((role) => t(`ships.role.${role}`));
      return (
        <>
          {new Intl.ListFormat(LOCALES[language]).format(roles)}.{" "}
          <PlaceLink to="/organization?tab=wishes&new=1" className="link font-medium print:hidden">
            {t("fleet.gap.wish")}
          </PlaceLink>
        </>
      );
    }
    if (gap.kind === "one_owner")
      return gap.roles.map(({ role, owner }, at) => (
        <Fragment key={role}>
          {at > 0 ? ", " : null}
          {show(t(`ships.role.${role}`), { role })} ({owner.displayName})
        </Fragment>
      ));
    const { ship } = gap.largest;
    return (
      <>
        {t("fleet.gap.crew", { ship: ship.name, crew: fullCrew(ship) })}.{" "}
        {show(t("fleet.gap.show"), { sort: "-crew" })}
      </>
    );
  };
  return (
    <Panel aria-label={t("fleet.gaps")} className="mb-[18px] print:break-inside-avoid">
      {gaps.length === 0 ? <p className="px-[18px] py-3 text-ink-2">{t("fleet.no_gaps")}</p> : null}
      <ul>
        {gaps.map((gap) => (
          <li
            key={gap.kind}
            className="grid grid-cols-[8px_auto_minmax(0,1fr)] items-baseline gap-x-3 border-t border-line px-[18px] py-2.5 text-md first:border-t-0 max-md:grid-cols-[8px_minmax(0,1fr)]"
          >
            <Dot tone={gap.kind === "nobody" || gap.kind === "crew_members" ? "stop" : "wait"} />
            <h2 className="text-md font-semibold">{t(`fleet.gap.${gap.kind}`)}</h2>
            <p className="text-ink-2 max-md:col-start-2">{words(gap)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
