import { useT } from "../../lib/i18n/i18n.ts";

export function TestMark() {
  const t = useT();
  return (
    <span className="flex-none rounded-s border border-line-strong px-1 text-xs leading-[15px] text-ink-2">
      {t("prospect.test")}
    </span>
  );
}
