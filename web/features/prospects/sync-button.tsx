import { useNavigate } from "react-router";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { SyncIcon } from "../../ui/icons.tsx";
import { useSync } from "./use-sync.ts";

const TOAST = 10_000;

/** Reads the Discord server's members into the pipeline, and shows how far the sync is, also one that another user started. */
export function SyncButton() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const { start, isRunning, progress } = useSync((end) => {
    if (end.kind === "done") {
      return toast({
        title: t("prospects.sync.done"),
        description: t("prospects.sync.counts", { ...end.counts }),
        duration: TOAST,
      });
    }
    const isBotMissing = end.code === "crm_bot_not_found";
    toast({
      title: t("prospects.sync.failed"),
      description: end.detail,
      variant: "destructive",
      duration: TOAST,
      ...(isBotMissing
        ? { action: { label: t("prospects.sync.bots"), run: () => void navigate("/discord-bots") } }
        : {}),
    });
  });
  const read =
    progress?.expected != null
      ? t("prospects.sync.read_of", {
          read: format.number(progress.processed),
          expected: format.number(progress.expected),
        })
      : progress
        ? t("prospects.sync.read", { read: format.number(progress.processed) })
        : t("prospects.sync.starting");
  const share = progress?.expected ? Math.min(1, progress.processed / progress.expected) : 0;
  return (
    <span className="relative inline-flex">
      <Button icon={<SyncIcon />} pending={isRunning} onClick={() => void start()}>
        {isRunning ? <span className="figure">{read}</span> : t("prospects.sync.action")}
      </Button>
      {isRunning ? (
        <span
          role="progressbar"
          aria-label={t("prospects.sync.action")}
          aria-valuetext={read}
          {...(progress?.expected
            ? { "aria-valuenow": progress.processed, "aria-valuemin": 0, "aria-valuemax": progress.expected }
            : {})}
          className="pointer-events-none absolute inset-x-2 bottom-0 h-0.5 overflow-hidden rounded-full"
        >
          <span
            className="block h-full w-full origin-left bg-ice transition-transform duration-200"
            style={{ transform: `scaleX(${share})` }}
          />
        </span>
      ) : null}
    </span>
  );
}
