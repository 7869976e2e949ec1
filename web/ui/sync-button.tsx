import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { SyncIcon } from "./icons.tsx";

/** `text` replaces the label while the sync runs; `all` is null while the total is unknown. */
type Progress = { text: string; done: number; all: number | null };

/** A button that syncs something with its source: one sync at a time, with its progress where that is known. */
export function SyncButton(
  props: Omit<ComponentProps<typeof Button>, "icon" | "pending" | "onClick"> & {
    label: string;
    sync: { run: () => Promise<unknown>; pending: boolean };
    progress?: Progress | null;
  },
) {
  const { label, sync, progress, ...look } = props;
  const button = (
    <Button {...look} icon={<SyncIcon />} pending={sync.pending} onClick={() => void sync.run()}>
      {progress ? <span className="figure">{progress.text}</span> : label}
    </Button>
  );
  if (progress === undefined) return button;
  const { text, done = 0, all = null } = progress ?? {};
  return (
    <span className="relative inline-flex">
      {button}
      {progress ? (
        <span
          role="progressbar"
          aria-label={label}
          aria-valuetext={text}
          {...(all ? { "aria-valuenow": done, "aria-valuemin": 0, "aria-valuemax": all } : {})}
          className="meter pointer-events-none absolute inset-x-2 bottom-0 h-0.5 bg-transparent"
        >
          <span
            className="w-full origin-left rounded-none bg-ice transition-transform duration-200"
            style={{ transform: `scaleX(${all ? Math.min(1, done / all) : 0})` }}
          />
        </span>
      ) : null}
    </span>
  );
}
