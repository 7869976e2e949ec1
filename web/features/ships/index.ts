import type { Pledge } from "../../../worker/features/hangar/hangar.schema.ts";
import { type Translate, useT } from "../../lib/i18n/i18n.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export { ShipPhoto } from "./ship-photo.tsx";
export { SHIPS, syncShips, useShipSyncStatus, useShips } from "./use-ships.ts";

/** "Lifetime insurance" of "LTI", "120 months of insurance" of "120MI"; other texts as they are. */
export function insuranceText(insurance: string, t: Translate): string {
  if (insurance === "LTI") return t("ships.insurance.lti");
  if (insurance === "insured") return t("ships.insurance.insured");
  const [, months] = /^(\d+)MI$/.exec(insurance) ?? [];
  return months ? t("ships.insurance.months", { count: Number(months) }) : insurance;
}

/** The insurances of pledges in one line, with their number where they differ, and whether one is a warbond. */
export function usePledgeWords(): (pledges: readonly Pledge[]) => string[] {
  const t = useT();
  return (pledges) => {
    const kinds = Map.groupBy(pledges, ({ insurance }) => insurance ?? null);
    const words = [...kinds].flatMap(([insurance, { length: count }]) => {
      if (insurance === null) return [];
      const text = insuranceText(insurance, t);
      return kinds.size > 1 ? t("ships.insurance.of", { count, insurance: text }) : text;
    });
    return [...words, ...(pledges.some(({ warbond }) => warbond) ? [t("ships.warbond")] : [])];
  };
}

export const ShipLoss = lazyDialog(
  () => import("./ship-loss.tsx"),
  (language) => [import(`./ships.${language}.json`)],
);
