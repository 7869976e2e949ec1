import { DropdownMenu as Radix } from "radix-ui";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { cx } from "../lib/cx.ts";
import { CheckIcon } from "./icons.tsx";
import { Link } from "./link.tsx";

const ITEM =
  "flex min-h-[34px] cursor-default items-center gap-2.5 rounded-[7px] px-2.5 py-1.5 outline-none data-disabled:text-ink-3 data-highlighted:bg-rail data-highlighted:shadow-[inset_0_0_0_1px_var(--line-strong)] [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-ink-3";

export type MenuProps = { trigger: ReactElement; children: ReactNode; side?: "top" | "bottom" };

/** A menu that is open at first; with `byKeyboard` the focus begins on its first item. */
export function OpenedMenu(props: MenuProps & { byKeyboard: boolean }) {
  const [open, setOpen] = useState(true);
  const isFirst = useRef(props.byKeyboard);
  // Within the page's landmark, except over a dialog, which hides the page from assistive technology.
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
          onFocus={({ target, currentTarget }) => {
            // Radix has not seen the key that opened the menu for the first time.
            if (!isFirst.current || target !== currentTarget) return;
            isFirst.current = false;
            currentTarget.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
          }}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type ItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  /** Why it cannot be chosen just now; shown under its name. */
  reason?: string | null | undefined | false;
  /** Keeps the menu open, for an item that shows its own progress. */
  keepOpen?: boolean;
};

export function MenuItem({ icon, children, onSelect, danger, reason, keepOpen }: ItemProps) {
  return (
    <Radix.Item
      className={cx(ITEM, danger && !reason && "text-stop")}
      onSelect={(event) => {
        if (keepOpen || reason) event.preventDefault();
        if (!reason) onSelect();
      }}
      {...(reason && { "aria-disabled": true })}
    >
      {icon}
      <span className="min-w-0">
        <span className={reason ? "text-ink-3" : undefined}>{children}</span>
        {reason ? <span className="block hint">{reason}</span> : null}
      </span>
    </Radix.Item>
  );
}

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

type CheckboxProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

export function MenuCheckbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <Radix.CheckboxItem className={ITEM} checked={checked} onCheckedChange={onChange} onSelect={stayOpen}>
      <span className="min-w-0 flex-1">{children}</span>
      {CHECK}
    </Radix.CheckboxItem>
  );
}

export type RadioProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[];
  onChange: (value: Value) => void;
};

export function MenuRadioGroup<Value extends string>(props: RadioProps<Value>) {
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

export const MenuSeparator = () => <Radix.Separator className="-mx-[5px] my-[5px] h-px bg-line" />;
