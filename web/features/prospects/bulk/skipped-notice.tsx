import type { BulkAnswer } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { IconButton } from "../../../ui/button.tsx";
import { CloseIcon, InfoIcon } from "../../../ui/icons.tsx";
import { skippedReasons } from "./bulk.ts";

const SHOWN = 6;

/** Who a change of many left as they were, and why. */
export function SkippedNotice({ skipped, onClose }: { skipped: BulkAnswer["skipped"]; onClose: () => void }) {
  const t = useT();
  return (
    <section
      aria-label={t("prospects.bulk.skipped", { count: skipped.length })}
      className="mb-4 flex items-start gap-3 rounded-l border border-line bg-hull px-4 py-3"
    >
      <InfoIcon className="mt-0.5 flex-none text-wait" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t("prospects.bulk.skipped", { count: skipped.length })}</p>
        <ul className="mt-1 grid gap-1 text-ink-2">
          {skippedReasons(skipped).map(({ detail, names }) => {
            const known = names.map((name) => name ?? t("date.unknown"));
            const rest = known.length - SHOWN;
            return (
              <li key={detail}>
                <b className="font-book text-ink">
                  {known.slice(0, SHOWN).join(", ")}
                  {rest > 0 ? ` ${t("prospects.bulk.and_more", { count: rest })}` : ""}
                </b>
                {": "}
                {detail}
              </li>
            );
          })}
        </ul>
      </div>
      <IconButton label={t("action.close")} icon={<CloseIcon />} size="s" onClick={onClose} />
    </section>
  );
}
