import { errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";

/** One panel could not be loaded, in a line, so that the rest of the page keeps its place. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const t = useT();
  return (
    <div role="alert" className="flex gap-4 px-[18px] py-4">
      <WarningIcon size={20} className="mt-0.5 flex-none text-stop" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-[1_1_200px]">
          <span className="block font-semibold">{t("error.title")}</span>
          <span className="block text-ink-2">{errorText(error)}</span>
        </p>
        <Button size="s" onClick={() => void onRetry()}>
          {t("action.retry")}
        </Button>
      </div>
    </div>
  );
}
