import type { ComponentProps, ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Input } from "../../../ui/field.tsx";
import { ArrowRightIcon, CopyIcon } from "../../../ui/icons.tsx";
import { readNumber } from "./numbers.ts";

/** First name of a person. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

type Who = { userId: number | null; name: string; avatarUrl: string | null };

/** What the reader calls a person: "You" for themselves. */
export function useNameOf() {
  const t = useT();
  const { user } = useUser();
  return ({ userId, name }: Pick<Who, "userId" | "name">) =>
    userId !== null && userId === user?.id ? t("payouts.you") : name;
}

/** A person with their picture; a reader who pays is on phones the picture alone. */
function PersonLabel({ who, pays = false }: { who: Who; pays?: boolean }) {
  const name = useNameOf()(who);
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Avatar name={who.name} src={who.avatarUrl} size="s" />
      <span className={cx("min-w-0 [overflow-wrap:anywhere]", pays && name !== who.name && "max-md:sr-only")}>
        {name}
      </span>
    </span>
  );
}

/** A small button of which there are several: its name also says what it is about. */
export function ButtonOf(
  props: Omit<ComponentProps<typeof Button>, "size" | "children"> & { label: string; of: string },
) {
  const { label, of, ...rest } = props;
  return (
    <Button {...rest} size="s" aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  );
}

/** A field for a number that is kept as it is typed, and written with the language's separators when it is left. */
export function NumberField(props: {
  /** Its name where it stands in no Field. */
  label?: string;
  text: string;
  decimals?: 0 | 2;
  most?: number | undefined;
  onChange: (text: string) => void;
  className?: string;
  size?: ComponentProps<typeof Input>["size"];
}) {
  const { label, text, decimals = 0, most, onChange, className, size = "s" } = props;
  const format = useFormat();
  const value = readNumber(text, decimals, most);
  return (
    <Input
      size={size}
      {...(label ? { "aria-label": label } : {})}
      aria-invalid={value === null}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      className={cx("px-2! text-right figure", className)}
      value={text}
      placeholder="0"
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => {
        const tidy = value === null || text.trim() === "" ? text : format.number(value);
        if (tidy !== text) onChange(tidy);
      }}
    />
  );
}

/** Puts a text on the clipboard, and says what was put there. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: done });
  } catch {
    toast({ title: failed, description: text, variant: "destructive" });
  }
}

/** One payment as it is typed in the game: who pays whom, the number, and the fee that comes on top. */
export function PaymentRow(props: {
  payer: Who;
  receiver: Who;
  amount: number;
  /** Null where it is not the reader's to know. */
  fee: number | null;
  /** Named where payments of several currencies stand together. */
  currency?: string;
  /** Offers the number for the clipboard. */
  copies?: boolean;
  /** What it is for. */
  about?: ReactNode;
  /** Where it stands, or what is to be done; without it the row has no place for that. */
  children?: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const { payer, receiver, amount, fee, currency, copies, about, children } = props;
  const number = format.number(amount);
  return (
    <li
      className={cx(
        "grid items-center gap-x-3.5 gap-y-0.5 border-t border-line py-[9px]",
        children === undefined
          ? "grid-cols-[minmax(0,1fr)_auto]"
          : "grid-cols-[minmax(0,1fr)_auto_150px] max-md:grid-cols-[minmax(0,1fr)_auto]",
      )}
    >
      <span className="min-w-0">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <PersonLabel who={payer} pays />
          <ArrowRightIcon size={14} className="flex-none text-ink-3" />
          <span className="sr-only">{t("payouts.pays")}</span>
          <PersonLabel who={receiver} />
        </span>
        {about}
      </span>
      <span className="flex items-center justify-end gap-1 text-right leading-[1.3]">
        {copies ? (
          <IconButton
            size="s"
            label={t("payouts.copy_number", { number })}
            icon={<CopyIcon />}
            onClick={() =>
              void copyText(String(amount), t("payouts.copied", { number }), t("payouts.copy_failed"))
            }
          />
        ) : null}
        <span>
          <span className="block figure text-[15px]">
            {number}
            {currency ? (
              <span className="ml-1 font-sans text-sm font-normal text-ink-2">{currency}</span>
            ) : null}
          </span>
          {fee === null ? null : <span className="block hint">{t("payouts.plus_fee", { fee })}</span>}
        </span>
      </span>
      {children === undefined ? null : (
        <span className="flex min-w-0 items-center justify-end gap-1.5 text-right text-sm font-book max-md:col-span-full max-md:justify-start max-md:pl-[30px] max-md:text-left">
          {children}
        </span>
      )}
    </li>
  );
}
