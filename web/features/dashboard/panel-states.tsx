import { errorText } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

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

/** Rows of a panel that are loading, each a picture with two lines beside it; the sizes are class names. */
export function LoadingRows(props: {
  rows: number;
  className?: string;
  row: string;
  picture: string;
  lines: [string, string];
  end?: string;
}) {
  const { className, row, picture, lines, end } = props;
  return (
    <div className={className}>
      {Array.from({ length: props.rows }, (_, at) => at).map((at) => (
        <div key={at} className={row}>
          <Skeleton className={cx("rounded-full", picture)} />
          <span className="flex-1">
            <Skeleton className={cx("h-3.5", lines[0])} />
            <Skeleton className={cx("mt-2 h-3", lines[1])} />
          </span>
          {end ? <Skeleton className={cx("h-3.5", end)} /> : null}
        </div>
      ))}
    </div>
  );
}
