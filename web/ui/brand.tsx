import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { BrandIcon } from "./icons.tsx";

/** The mark, the name and the BETA badge. `compact` leaves the name out on phones. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const t = useT();
  return (
    <span className="flex items-center gap-2.5 font-display text-[15px] font-bold tracking-[0.04em] uppercase">
      <BrandIcon size={22} className="text-ice" />
      <span className={cx(compact && "max-lg:sr-only")}>{t("app.name")}</span>
      <span className="rounded-[4px] border border-line-strong px-[5px] py-[3px] text-[10px] leading-none font-semibold tracking-widest text-ink-3">
        {t("app.beta")}
      </span>
    </span>
  );
}
