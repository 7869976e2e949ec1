import type { ReactNode } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { HangarFigures } from "./figures.ts";

const CELL = "min-w-0 border-line px-[18px] pt-[15px] pb-3.5 max-md:px-3.5 max-md:py-2.5";
/** Hairlines between four figures in a row, two and two on phones. */
const GRID =
  "panel mb-[18px] grid grid-cols-4 *:border-l *:first:border-l-0 max-md:grid-cols-2 max-md:*:odd:border-l-0 max-md:*:nth-[n+3]:border-t";

function Figure(props: { label: string; value: string; unit?: ReactNode; hint: string }) {
  return (
    <div className={CELL}>
      <dt className="label">{props.label}</dt>
      <dd>
        <span className="figure mt-1 mb-1.5 block text-2xl leading-[1.1] max-md:my-0.5 max-md:text-[26px]">
          {props.value}
          {props.unit ? (
            <span className="ml-1.5 font-sans text-base font-medium tracking-normal text-ink-2">
              {props.unit}
            </span>
          ) : null}
        </span>
        <span className="block hint max-md:hidden">{props.hint}</span>
      </dd>
    </div>
  );
}

/** What the hangar holds, in four figures. */
export function Totals({ figures }: { figures: HangarFigures }) {
  const t = useT();
  const format = useFormat();
  const { total, types, unlisted, counts, militaryFighters, cargoScu, explorationCrew } = figures;
  const hintOf = (category: keyof typeof counts, hint: string) =>
    counts[category] === 0 ? t("hangar.none_hint") : hint;
  const totalHint =
    unlisted > 0
      ? t("hangar.total_unlisted", { count: unlisted })
      : types < total
        ? t("hangar.total_types", { count: types })
        : t("hangar.total_listed");
  return (
    <dl aria-label={t("hangar.totals")} className={GRID}>
      <Figure
        label={t("hangar.total")}
        value={format.number(total)}
        unit={t("hangar.total_unit", { count: total })}
        hint={totalHint}
      />
      <Figure
        label={t("ships.role.military")}
        value={format.number(counts.military)}
        hint={hintOf("military", t("hangar.military_hint", { count: militaryFighters }))}
      />
      <Figure
        label={t("ships.role.cargo")}
        value={format.number(counts.cargo)}
        hint={hintOf("cargo", t("hangar.cargo_hint", { scu: format.number(cargoScu) }))}
      />
      <Figure
        label={t("ships.role.exploration")}
        value={format.number(counts.exploration)}
        hint={hintOf(
          "exploration",
          t("hangar.exploration_hint", { count: counts.exploration, crew: format.number(explorationCrew) }),
        )}
      />
    </dl>
  );
}

/** The place of the figures while they load. */
export function LoadingTotals() {
  return (
    <div className={GRID}>
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className={CELL}>
          <Skeleton className="h-3 w-16" />
          <Skeleton className="mt-2.5 h-8 w-12" />
          <Skeleton className="mt-3 h-3 w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
