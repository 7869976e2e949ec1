import { DropdownMenu as Radix } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { cx } from "../lib/cx.ts";
import { CheckIcon } from "./icons.tsx";

const ITEM =
  "flex min-h-[34px] cursor-default items-center gap-2.5 rounded-[7px] px-2.5 py-1.5 outline-none data-disabled:text-ink-3 data-highlighted:bg-rail data-highlighted:shadow-[inset_0_0_0_1px_var(--line-strong)] [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-ink-3";

/** A menu that opens from its trigger (a Button or IconButton). Fill it with the items below. */
export function Menu(props: { trigger: ReactElement; children: ReactNode; side?: "top" | "bottom" }) {
  // Within the page's landmark, except over a dialog, which hides the page from assistive technology.
  const [open, setOpen] = useState(false);
  const isInPage = open && !document.querySelector("[data-modal]");
  const container = isInPage ? document.getElementById("main") : null;
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(320px,calc(100vw-16px))] min-w-[190px] animate-[settle_120ms_both] overflow-auto rounded-m border border-line-strong bg-deck p-[5px] shadow-[0_16px_50px_var(--shade)]"
          align="end"
          side={props.side ?? "bottom"}
          sideOffset={6}
          collisionPadding={8}
          loop
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  /** Why it cannot be chosen just now; shown under its name. */
  reason?: string | null | undefined | false;
  /** Keeps the menu open, for an item that shows its own progress. */
  keepOpen?: boolean;
};

/** One thing to do. */
export function MenuItem({ icon, children, onSelect, danger, reason, keepOpen }: ItemProps) {
  return (
    <Radix.Item
      className={cx(ITEM, danger && !reason && "text-stop")}
      onSelect={(event) => {
        if (keepOpen || reason) event.preventDefault();
        if (!reason) onSelect();
      }}
      {...(reason ? { "aria-disabled": true } : {})}
    >
      {icon}
      <span className="min-w-0">
        <span className={reason ? "text-ink-3" : undefined}>{children}</span>
        {reason ? <span className="block hint">{reason}</span> : null}
      </span>
    </Radix.Item>
  );
}

/** A page to go to. */
export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Radix.Item asChild className={ITEM}>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </Radix.Item>
  );
}

const CHECK = (
  <Radix.ItemIndicator>
    <CheckIcon />
  </Radix.ItemIndicator>
);
const stayOpen = (event: Event) => event.preventDefault();

/** Something on or off; the menu stays open. */
export function MenuCheckbox(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.CheckboxItem
      className={ITEM}
      checked={props.checked}
      onCheckedChange={props.onChange}
      onSelect={stayOpen}
    >
      <span className="min-w-0 flex-1">{props.children}</span>
      {CHECK}
    </Radix.CheckboxItem>
  );
}

/** One of several under a heading; the menu stays open. */
export function MenuRadioGroup<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className="label px-2.5 pt-1.5 pb-1" aria-hidden="true">
        {label}
      </div>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} className={ITEM} value={option.value} onSelect={stayOpen}>
          {option.icon}
          <span className="min-w-0 flex-1">{option.label}</span>
          {CHECK}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

/** A hairline between groups. */
export function MenuSeparator() {
  return <Radix.Separator className="-mx-[5px] my-[5px] h-px bg-line" />;
}
