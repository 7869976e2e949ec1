import { Link } from "react-router";
import { useT } from "../../lib/i18n/i18n.ts";
import { ArrowLeftIcon } from "../../ui/icons.tsx";

/** The way from a tool to all of them. */
export function WayBack() {
  const t = useT();
  return (
    <nav aria-label={t("tools.back")} className="mb-2.5">
      <Link
        to="/tools"
        className="inline-flex min-h-6 items-center gap-2 rounded-s text-md text-ink-2 hover:text-ink"
      >
        <ArrowLeftIcon size={14} />
        {t("tools.title")}
      </Link>
    </nav>
  );
}
