import type { ReactNode } from "react";
import { CONTAINER_SIZES } from "../../../worker/features/ships/ships.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { CrateIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type Boxes, countOf, type Plan, scuOf, tripsOf } from "./cargo.ts";
import { type Cargo, MOST } from "./use-cargo.ts";

const LARGEST_FIRST = CONTAINER_SIZES.toReversed();

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pad py-3.5">
      <h3 className="label">{title}</h3>
      {children}
    </div>
  );
}

function Carried({ plan, capacity }: { plan: Plan; capacity: number }) {
  const t = useT();
  const format = useFormat();
  /** "18 × 32 SCU, 1 × 4 SCU" */
  const boxText = (boxes: Boxes) =>
    LARGEST_FIRST.filter((size) => boxes[size])
      .map((size) => t("cargo.times", { count: format.number(boxes[size] ?? 0), size }))
      .join(", ");
  const first = plan.trips.map((_, at) => tripsOf(plan.trips.slice(0, at)) + 1);
  const last = plan.trips.at(-1);
  const sizes = LARGEST_FIRST.filter((size) => plan.boxes[size]);
  return (
    <>
      <Figures className="max-md:*:px-4 max-md:*:py-3.5">
        <Figure label={t("cargo.trips")} value={format.number(tripsOf(plan.trips))} />
        <Figure label={t("cargo.box_count")} value={format.number(countOf(plan.boxes))} />
        <Figure label={t("cargo.carried")} value={format.number(scuOf(plan.boxes))} unit="SCU" />
        <Figure label={t("cargo.free")} value={format.number(capacity - (last?.scu ?? 0))} unit="SCU" />
      </Figures>
      {countOf(plan.left) > 0 ? (
        <p className="border-t border-line pad py-3 text-wait">
          {t("cargo.left", { boxes: boxText(plan.left) })}
        </p>
      ) : null}
      <Part title={t("cargo.per_size")}>
        <ul className="mt-2 flex flex-wrap gap-x-7 gap-y-2">
          {sizes.map((size) => (
            <li key={size} className="flex items-baseline gap-1.5">
              <span className="figure text-lg">{format.number(plan.boxes[size] ?? 0)}</span>
              <span className="text-ink-2">× {t("cargo.box", { size })}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t("cargo.per_trip")}>
        <ol className="-mb-1.5">
          {plan.trips.map(({ times, boxes, scu }, at) => {
            const from = first[at] ?? 1;
            const to = from + times - 1;
            const values = { from: format.number(from), to: format.number(to) };
            return (
              <li
                key={from}
                className="grid grid-cols-[120px_minmax(0,1fr)_140px] items-center gap-x-[18px] gap-y-1 border-t border-line py-2.5 first:border-t-0 max-md:grid-cols-[minmax(0,1fr)_auto]"
              >
                <span className="font-book">
                  {times > 1 ? t("cargo.trip_many", values) : t("cargo.trip", { number: values.from })}
                </span>
                <span className="text-ink-2 tabular-nums max-md:col-span-full max-md:row-start-2">
                  {boxText(boxes)}
                  {times > 1 ? ` ${t("cargo.each")}` : ""}
                </span>
                <span className="text-right text-md text-ink-2 tabular-nums">
                  <span className="block">
                    {scu === capacity
                      ? `${format.number(scu)} SCU, ${t("cargo.full")}`
                      : t("cargo.used", { scu: format.number(scu), hold: format.number(capacity) })}
                  </span>
                </span>
                <span aria-hidden="true" className="col-span-full meter max-md:row-start-3">
                  <span style={{ width: `${(scu / capacity) * 100}%` }} />
                </span>
              </li>
            );
          })}
        </ol>
      </Part>
      <p className="note max-md:px-4">{t("cargo.note")}</p>
    </>
  );
}

const empty = (title: string, text?: string) => (
  <EmptyState icon={<CrateIcon size={22} />} title={title} text={text} className="my-8" />
);

export function CargoPlan({ cargo }: { cargo: Cargo }) {
  const t = useT();
  const format = useFormat();
  const { address, capacity, sizes, load, boxes, plan } = cargo;
  if (cargo.isWaiting) return <SkeletonLines lines={6} className="p-[18px]" />;
  if (capacity === null) return empty(t("cargo.start_text"));
  if (sizes.length === 0) return empty(t("cargo.no_size_text"));
  if (address.by === "boxes") {
    if (countOf(boxes) === 0) return empty(t("cargo.start_boxes_text"));
    if (plan?.trips.length === 0) return empty(t("cargo.none_fit"));
  } else if (load === undefined) {
    return empty(t("cargo.start_boxes"), t("cargo.number", { most: format.number(MOST.load) }));
  }
  if (!plan) {
    return empty(t("cargo.inexact", { load: format.number(load ?? capacity) }), t("cargo.inexact_text"));
  }
  return <Carried plan={plan} capacity={capacity} />;
}
