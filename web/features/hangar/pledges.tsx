import type { HangarShip } from "../../../worker/features/hangar/hangar.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { insuranceText } from "../ships/index.ts";

/** The pledges of an entry as its owner's import told them; nothing without any. */
export function Pledges({ entry: { pledges } }: { entry: HangarShip }) {
  const t = useT();
  const format = useFormat();
  if (!pledges?.length) return null;
  return (
    <details>
      <summary className="w-fit rounded-s text-md text-ink-2 hover:text-ink">
        {t("hangar.pledges", { count: pledges.length })}
      </summary>
      <ul className="mt-2 rounded-m border border-line px-3 text-md">
        {pledges.map(({ id, name, cost, insurance, date, warbond }, at) => {
          const facts = [
            date && format.date(date),
            cost,
            insurance && insuranceText(insurance, t),
            warbond && t("ships.warbond"),
            id && t("hangar.pledge_no", { id }),
          ].filter(Boolean);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: pledges have nothing else that tells them apart.
            <li key={at} className="border-t border-line py-2 [overflow-wrap:anywhere] first:border-t-0">
              {name ? <span className="block">{name}</span> : null}
              <span className={name ? "hint" : undefined}>{facts.join(" · ")}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
