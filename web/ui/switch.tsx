import { useId } from "react";
import { cx } from "../lib/cx.ts";
import { HiddenText, useTooltip } from "./tooltip.tsx";

/** Something on or off that applies at once. `reason` says why it cannot be changed; `pending` takes no second press. */
export function Switch(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** The label stands beside it already: it is read, not shown. */
  hidesLabel?: boolean;
  /** What it belongs to, for assistive technology, where several of the same name are on one page. */
  of?: string;
  reason?: string | null | undefined;
  pending?: boolean;
}) {
  const { checked, onChange, label, hidesLabel, of, reason, pending = false } = props;
  const labelId = useId();
  const { id, trigger, element, reveal } = useTooltip(reason, {});
  return (
    <>
      <button
        {...(reason ? trigger : {})}
        type="button"
        role="switch"
        aria-checked={checked}
        {...(of ? { "aria-label": `${label}: ${of}` } : { "aria-labelledby": labelId })}
        {...(reason ? { "aria-disabled": true, "aria-describedby": id } : {})}
        {...(pending ? { "aria-busy": true } : {})}
        onClick={({ currentTarget }) => {
          if (reason) reveal(currentTarget);
          else if (!pending) onChange(!checked);
        }}
        className="inline-flex min-h-6 flex-none items-center gap-2 rounded-s"
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
      <HiddenText id={id}>{reason}</HiddenText>
      {element}
    </>
  );
}
