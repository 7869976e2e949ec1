import { cx } from "../lib/cx.ts";
import { useT } from "../lib/i18n/i18n.ts";

export const Mark = () => (
  <svg
    width={22}
    height={22}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinejoin="round"
    aria-hidden="true"
    className="flex-none text-ice"
  >
    <path d="M12 2.5 20.5 7.5v9L12 21.5 3.5 16.5v-9z" />
    <path d="M12 7.5 16 16l-4-2-4 2z" fill="currentColor" stroke="none" />
  </svg>
);

/** The mark, the name and the BETA badge. `compact` leaves the name out where it is narrow. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const t = useT();
  return (
    <span className="flex items-center gap-2.5 font-display text-[15px] font-bold tracking-[0.04em] uppercase">
      <Mark />
      <span className={cx(compact && "max-xl:sr-only")}>{t("app.name")}</span>
      <span className="rounded-[4px] border border-line-strong px-[5px] py-[3px] text-[10px] leading-none font-semibold tracking-widest text-ink-3">
        {t("app.beta")}
      </span>
    </span>
  );
}
