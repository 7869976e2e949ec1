import { type ComponentProps, useState } from "react";
import { cx } from "../lib/cx.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { readTime, type TimeText, timeText } from "../lib/time-input.ts";
import { unread, unreadText } from "../lib/unread.ts";
import { Input } from "./field.tsx";

/**
 * A field for a time of day, `20:30`, typed as the reader is used to; empty for none, and an unread text where it could
 * not be read. Outside of a Field it needs an aria-label.
 */
export function TimeField(
  props: Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange"> & {
    value: TimeText | "";
    onChange: (time: TimeText | "") => void;
  },
) {
  const { value, onChange, className, onBlur, ...rest } = props;
  const t = useT();
  const language = useLanguage();
  /** The text while it is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = unreadText(value);
  const isWrong = wrong !== null && typed === null;
  const example = timeText("20:30", language);
  return (
    <span className="relative block min-w-0">
      <Input
        {...rest}
        {...(isWrong ? { "aria-invalid": true } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        placeholder={example}
        className={cx("figure scroll-mb-24", className)}
        value={typed ?? wrong ?? timeText(value, language)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value.trim() ? (readTime(target.value) ?? unread(target.value)) : "");
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
      />
      {isWrong ? (
        <span role="status" className="mt-1.5 block text-sm text-stop">
          {t("time.unread", { example })}
        </span>
      ) : null}
    </span>
  );
}
