import { useState } from "react";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/i18n.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { FleetAddress } from "./address.ts";
import { type Fleet, fullCrew } from "./fleet.ts";
import type { Gap } from "./gaps.ts";
import { anyOf } from "./names.ts";

/** Gaps that are shown before all of them are wanted. */
const FIRST = 6;

const HANGAR = "/my-hangar";

/** What a gap is, and the one thing to do about it. */
function useWords(fleet: Fleet, hrefWith: (changes: Partial<FleetAddress>) => string) {
  const t = useT();
  return (gap: Gap) => {
    if (gap.kind === "nobody") {
      return {
        title: t("fleet.gap.nobody", { role: t(`ships.role.${gap.role}`) }),
        text: t("fleet.gap.nobody_text", { ships: anyOf(gap.closedBy.map(({ name }) => name)) }),
        to: HANGAR,
        link: t("fleet.gap.nobody_link"),
      };
    }
    if (gap.kind === "one_owner") {
      const { displayName: owner, isOnline } = gap.owner;
      return {
        title: t("fleet.gap.one_owner", { role: t(`ships.role.${gap.role}`), count: gap.ships }),
        text: t("fleet.gap.one_owner_text", {
          owner,
          count: gap.ships,
          ship: gap.type.ship.name,
          online: isOnline ? "yes" : "no",
        }),
        to: hrefWith({ role: gap.role, q: "", size: null, online: false }),
        link: t("fleet.gap.one_owner_link"),
      };
    }
    const { ship } = gap.largest;
    const isBeyond = gap.kind === "crew_members";
    const values = { ship: ship.name, crew: fullCrew(ship), people: isBeyond ? fleet.members : fleet.online };
    return {
      title: t(`fleet.gap.${gap.kind}`, { count: gap.types }),
      text: t(`fleet.gap.${gap.kind}_text`, values),
      to: hrefWith({ sort: "-crew", q: "", role: null, size: null, online: false }),
      link: t("fleet.gap.crew_link"),
    };
  };
}

/** What the fleet lacks, each with one thing to do. */
export function GapsPanel(props: {
  fleet: Fleet;
  gaps: readonly Gap[];
  hrefWith: (changes: Partial<FleetAddress>) => string;
  /** Brings the table into view, for a link that narrows it. */
  onShowTable: () => void;
}) {
  const t = useT();
  const { fleet, gaps, hrefWith, onShowTable } = props;
  const [showsAll, setShowsAll] = useState(false);
  const words = useWords(fleet, hrefWith);
  const isPrinted = useMedia("print");
  const shown = showsAll || isPrinted ? gaps : gaps.slice(0, FIRST);
  return (
    <Panel
      title={t("fleet.gaps")}
      aside={<span className="figure text-ink-2">{gaps.length}</span>}
      actions={<span className="hint">{t("fleet.gaps_hint")}</span>}
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
