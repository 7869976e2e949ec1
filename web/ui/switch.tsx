import { useId } from "react";
import { cx } from "../lib/cx.ts";
import { useTooltip } from "./tooltip.tsx";

/** A switch that applies at once. `reason` is why it cannot be changed; while `pending` it ignores clicks. */
export function Switch(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** Hides a label that is shown beside the switch already. */
  hidesLabel?: boolean;
  /** Completes the accessible name of several switches with one label. */
  subject?: string;
  reason?: string | null | undefined;
  pending?: boolean;
}) {
  const { checked, onChange, label, hidesLabel, subject, reason, pending = false } = props;
  const labelId = useId();
  const { id, trigger, element, reveal } = useTooltip(reason, reason, {});
  return (
    <>
      <button
        {...trigger}
        type="button"
        role="switch"
        aria-checked={checked}
        {...(subject ? { "aria-label": `${label}: ${subject}` } : { "aria-labelledby": labelId })}
        {...(reason && { "aria-disabled": true, "aria-describedby": id })}
        {...(pending && { "aria-busy": true })}
        onClick={({ currentTarget }) => {
          if (reason) reveal(currentTarget);
          else if (!pending) onChange(!checked);
        }}
        className="inline-flex min-h-6 flex-none items-center gap-2 rounded-s text-left"
      >
        <span id={labelId} className={hidesLabel ? "sr-only" : "hint"}>
          {label}
        </span>
        <span
          aria-hidden="true"
          className={cx(
            "relative h-[18px] w-8 flex-none rounded-full border forced-color-adjust-none transition-colors duration-150",
            checked
              ? "border-transparent bg-ink-2 forced-colors:bg-[Highlight]"
              : "border-edge bg-deck forced-colors:border-[ButtonText] forced-colors:bg-[Canvas]",
            reason && "opacity-50",
          )}
        >
          <span
            className={cx(
              "absolute top-1/2 left-[2px] size-3 -translate-y-1/2 rounded-full transition-transform duration-150",
              checked
                ? "translate-x-[14px] bg-hull forced-colors:bg-[HighlightText]"
                : "bg-ink-3 forced-colors:bg-[ButtonText]",
            )}
          />
        </span>
      </button>
      {element}
    </>
  );
}
