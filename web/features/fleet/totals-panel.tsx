import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Dot } from "../../ui/badge.tsx";
import { type Fleet, totalsOf } from "./fleet.ts";

function Total(props: { label: string; value: ReactNode; unit?: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-line px-[18px] pt-[15px] pb-3.5 max-md:px-3.5 max-md:py-3 md:not-first:border-l max-md:nth-[even]:border-l max-md:nth-[n+3]:border-t">
      <p className="label">{props.label}</p>
      <p className="mt-1 mb-1.5 figure text-2xl leading-[1.1] max-md:text-[26px]">
        {props.value}
        {props.unit ? (
          <small className="ml-1.5 font-sans text-base tracking-normal text-ink-2">{props.unit}</small>
        ) : null}
      </p>
      <p className="hint">{props.children}</p>
    </div>
  );
}

/** The fleet in four numbers. */
export function TotalsPanel({ fleet }: { fleet: Fleet }) {
  const t = useT();
  const format = useFormat();
  const { ships, cargo, largestHold, crew } = totalsOf(fleet);
  const { owners, members, online } = fleet;
  return (
    <section aria-label={t("fleet.totals")} className="mb-[18px] panel grid grid-cols-4 max-md:grid-cols-2">
      <Total label={t("fleet.ships")} value={format.number(ships)}>
        {t("fleet.from_members", { owners, members })}
      </Total>
      <Total label={t("fleet.cargo")} value={format.number(cargo)} unit="SCU">
        {t("fleet.largest_hold", { scu: largestHold })}
      </Total>
      <Total label={t("fleet.crew_needed")} value={format.number(crew)}>
        {t("fleet.crew_needed_hint")}
      </Total>
      <Total label={t("fleet.members")} value={format.number(members)}>
        <span className="inline-flex items-center gap-1.5">
          <Dot tone={online > 0 ? "go" : "idle"} className="size-[7px]" />
          {t("fleet.online_now", { online })}
        </span>
      </Total>
    </section>
  );
}
