import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { cx } from "../lib/cx.ts";

/** Class names of a list of facts and its parts. */
type Look = { list?: string; row: string; label: string; value: string };

const LOOKS = {
  beside: {
    list: "text-md",
    row: "flex gap-3.5 border-t border-line py-[7px] first:border-t-0 first:pt-0",
    label: "w-[92px] flex-none text-sm text-ink-3",
    value: "min-w-0 [overflow-wrap:anywhere]",
  },
  figures: {
    row: "flex justify-between gap-4 px-[18px] py-0.5",
    label: "text-sm text-ink-2",
    value: "figure text-[16px] leading-6",
  },
  under: { row: "", label: "text-xs text-ink-3", value: "" },
} as const satisfies Record<string, Look>;

const Context = createContext<{ look: Look; empty?: ReactNode }>({ look: LOOKS.beside });

export function Facts(
  props: Omit<ComponentProps<"dl">, "children"> & {
    look?: keyof typeof LOOKS | Look;
    /** Replaces a missing value; without it such a fact is left out. */
    empty?: ReactNode;
    children: ReactNode;
  },
) {
  const { look: chosen = "beside", empty, className, ...list } = props;
  const look: Look = typeof chosen === "string" ? LOOKS[chosen] : chosen;
  return (
    <Context value={{ look, empty }}>
      <dl {...list} className={cx(look.list, className)} />
    </Context>
  );
}

export function Fact(props: { label: ReactNode; className?: string; children: ReactNode }) {
  const { look, empty } = use(Context);
  const { label, className, children } = props;
  const value = children || empty;
  if (!value) return null;
  return (
    <div className={cx(look.row, className)}>
      <dt className={look.label}>{label}</dt>
      <dd className={look.value}>{value}</dd>
    </div>
  );
}
