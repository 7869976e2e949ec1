import { Fragment, type ReactNode, useState } from "react";
import type { SplitMode } from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { ChevronDownIcon, ChevronUpIcon } from "../../../ui/icons.tsx";
import { useNameOf } from "./parts.tsx";
import type { Row } from "./sheet.ts";

/** A person in the table, with what stands under the name. */
export type CrewRow = Row & {
  userId: number | null;
  name: string;
  avatarUrl: string | null;
  notes: (string | null | false | undefined)[];
  /** What the reader can do with the line. */
  below?: ReactNode;
};

/** Fields in the place of what they change, and what opens under a person. */
export type CrewFields = {
  name?: ((row: CrewRow) => ReactNode) | undefined;
  value: (row: CrewRow) => ReactNode;
  expenses?: ((row: CrewRow) => ReactNode) | undefined;
  more: (row: CrewRow) => ReactNode;
};

const sumOf = (values: readonly (number | null)[]) =>
  values.some((value) => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const CELL = "border-t border-line py-[9px] pl-3 text-right md:pl-7";
const HEAD = "label pb-2 pl-3 text-right leading-none whitespace-nowrap md:pl-7";

/** A crew and what each gets, read or, with `fields`, written in place. On phones the columns go under the names. */
export function CrewTable(props: {
  label: string;
  mode: SplitMode;
  rows: readonly CrewRow[];
  fields?: CrewFields | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { label, mode, rows, fields } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const number = (value: number | null) => (value === null ? "–" : format.number(value));
  // Fixed amounts are the shares, and equal shares have no value of their own.
  const hasValue = mode !== "equal" && (mode !== "fixed" || fields !== undefined);
  const hasShare = mode !== "fixed" || fields === undefined;
  const columns = 3 + Number(hasValue) + Number(hasShare) + Number(fields !== undefined);
  const valueClass = fields ? "" : "max-md:hidden";
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <table aria-label={label} className="w-full border-collapse text-md">
      <thead>
        <tr>
          <th scope="col" className={cx(HEAD, "pl-0! text-left!")}>
            {t("payouts.crew")}
          </th>
          {hasValue ? (
            <th scope="col" className={cx(HEAD, valueClass)}>
              {t(`payouts.column.${mode}`)}
            </th>
          ) : null}
          {hasShare ? (
            <th scope="col" className={cx(HEAD, "max-md:hidden")}>
              {t("payouts.column.share")}
            </th>
          ) : null}
          <th scope="col" className={cx(HEAD, "max-md:hidden")}>
            {t("payouts.column.expenses")}
          </th>
          <th scope="col" className={HEAD}>
            {t("payouts.column.receives")}
          </th>
          {fields ? (
            <th scope="col">
              <span className="sr-only">{t("payouts.more")}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.key}>
            <tr>
              <td className={cx(CELL, "w-full pl-0! text-left!")}>
                <span className="flex min-w-0 items-center gap-[9px]">
                  <Avatar
                    name={row.name}
                    src={row.avatarUrl}
                    size="s"
                    className={fields ? "max-md:hidden" : ""}
                  />
                  <span className="min-w-0 flex-1 leading-[1.35]">
                    {fields?.name?.(row) ?? (
                      <span className="block [overflow-wrap:anywhere]">{nameOf(row)}</span>
                    )}
                    <Under row={row} mode={mode} hasValue={!fields && mode !== "fixed"} />
                    {row.below ? <span className="block [&_*]:text-left">{row.below}</span> : null}
                  </span>
                </span>
              </td>
              {hasValue ? (
                <td className={cx(CELL, valueClass)}>
                  {fields?.value(row) ?? <span className="figure">{number(row.value)}</span>}
                </td>
              ) : null}
              {hasShare ? <td className={cx(CELL, "figure max-md:hidden")}>{number(row.share)}</td> : null}
              <td className={cx(CELL, "figure whitespace-nowrap max-md:hidden")}>
                {fields?.expenses?.(row) ??
                  (row.expenses ? `+ ${format.number(row.expenses)}` : <span className="text-ink-3">–</span>)}
              </td>
              <td className={cx(CELL, "figure font-semibold")}>{number(row.receives)}</td>
              {fields ? (
                <td className={cx(CELL, "pl-1!")}>
                  <IconButton
                    size="s"
                    label={t("payouts.more_of", { name: row.name })}
                    aria-expanded={open.has(row.key)}
                    icon={open.has(row.key) ? <ChevronUpIcon /> : <ChevronDownIcon />}
                    onClick={() => toggle(row.key)}
                  />
                </td>
              ) : null}
            </tr>
            {fields && open.has(row.key) ? (
              <tr>
                <td colSpan={columns} className="pt-1 pb-3.5 pl-[31px] max-md:pl-0">
                  {fields.more(row)}
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
      <tfoot className="font-semibold [&_td]:border-line-strong">
        <tr>
          <td className={cx(CELL, "pl-0! text-left!")}>{t("payouts.total")}</td>
          {hasValue ? (
            <td className={cx(CELL, "figure", valueClass, fields && "pr-2")}>
              {number(sumOf(rows.map(({ value }) => value)))}
            </td>
          ) : null}
          {hasShare ? (
            <td className={cx(CELL, "figure max-md:hidden")}>
              {number(sumOf(rows.map(({ share }) => share)))}
            </td>
          ) : null}
          <td className={cx(CELL, "figure max-md:hidden")}>
            {number(sumOf(rows.map(({ expenses }) => expenses)))}
          </td>
          <td className={cx(CELL, "figure")}>{number(sumOf(rows.map(({ receives }) => receives)))}</td>
          {fields ? <td className={CELL} /> : null}
        </tr>
      </tfoot>
    </table>
  );
}

/** What stands under a name: what is said of the person, and on phones the columns that have no room. */
function Under({ row, mode, hasValue }: { row: CrewRow; mode: SplitMode; hasValue: boolean }) {
  const t = useT();
  const format = useFormat();
  const notes = row.notes.filter(Boolean).join(" · ");
  const value =
    hasValue && mode !== "equal" && mode !== "fixed" && row.value !== null
      ? t(`payouts.value.${mode}`, { value: row.value })
      : null;
  const spent = row.expenses ? `+ ${format.number(row.expenses)}` : null;
  const narrow = [notes, [value, spent].filter(Boolean).join(", ")].filter(Boolean).join(" · ");
  return (
    <>
      {notes ? <span className="block hint first-letter:uppercase max-md:hidden">{notes}</span> : null}
      {narrow ? <span className="block hint first-letter:uppercase md:hidden">{narrow}</span> : null}
    </>
  );
}
