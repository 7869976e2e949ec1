import { Fragment, type ReactNode, useState } from "react";
import type { SplitMode } from "../../../worker/features/payouts/payouts.schema.ts";
import { cx } from "../../lib/cx.ts";
import { focusBack } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { ChevronDownIcon, ChevronUpIcon, TrashIcon } from "../../ui/icons.tsx";
import { NumberInput } from "../../ui/number-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ButtonOf, Named, useNameOf } from "./parts.tsx";
import { decimalsOf, type Person, type Row } from "./sheet.ts";

type CrewRow = Row & {
  notes: (string | null | false | undefined)[];
  /** Controls of the reader for the line. */
  below?: ReactNode;
};

type Editing = {
  people: readonly Person[];
  onChange: (people: Person[]) => void;
  /** Highest value of a person. */
  most?: number | undefined;
  /** Id of the control that gets the focus when a person is removed. */
  addId: string;
  /** Names and expenses are typed too; `added` is the key of the person whose name gets the focus. */
  typed?: { added: string | null };
};

const NAME_LENGTH = 64;

const valueClass = (mode: SplitMode) => (mode === "fixed" ? "w-28! max-md:w-24!" : "w-[68px]! max-md:w-14!");
const CELL = "border-t border-line py-[9px] pl-3 text-right md:pl-7";
const HEAD = "label pb-2 pl-3 text-right leading-none whitespace-nowrap md:pl-7";
const FIRST = "pl-0! text-left!";
const WIDE = "max-md:hidden";

/** A crew with its shares, editable with `editing`. On phones some columns move under the names. */
export function CrewTable(props: {
  label: string;
  mode: SplitMode;
  rows: readonly CrewRow[];
  editing?: Editing;
}) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const isPhone = useMedia(PHONE);
  const { label, mode, rows, editing } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isEditable = editing !== undefined;
  // Fixed amounts are the shares, and equal shares have no value of their own.
  const hasValue = mode !== "equal" && (mode !== "fixed" || isEditable);
  const columns = (
    [
      { name: "value", text: mode, isShown: hasValue, place: isEditable ? "" : WIDE, look: "" },
      { name: "share", text: "share", isShown: mode !== "fixed" || !isEditable, place: WIDE, look: "figure" },
      { name: "expenses", text: "expenses", isShown: true, place: WIDE, look: "figure whitespace-nowrap" },
      { name: "receives", text: "receives", isShown: true, place: "", look: "figure font-semibold" },
    ] as const
  ).filter(({ isShown }) => isShown);
  type Name = (typeof columns)[number]["name"];
  const number = (value: number | null) => (value === null ? "–" : format.number(value));
  const typedOf = ({ key }: CrewRow) => editing?.people.find((each) => each.key === key);
  const set = ({ key }: CrewRow, values: Partial<Person>) =>
    editing?.onChange(editing.people.map((each) => (each.key === key ? { ...each, ...values } : each)));
  const field = (row: CrewRow, name: "value" | "holds" | "expenses", value: string, className: string) => (
    <NumberInput
      size="s"
      aria-label={t("payouts.value_of", { value, name: row.name })}
      value={typedOf(row)?.[name] ?? ""}
      {...(name === "value" ? { decimals: decimalsOf(mode), most: editing?.most } : {})}
      className={className}
      onChange={(text) => set(row, { [name]: text })}
    />
  );
  const expensesField = (row: CrewRow, className: string) =>
    field(row, "expenses", t("payouts.column.expenses"), className);
  const cellOf = (row: CrewRow, name: Name): ReactNode => {
    if (name === "value" && isEditable)
      return field(row, name, t(`payouts.column.${mode}`), valueClass(mode));
    if (name === "value") return <span className="figure">{number(row.value)}</span>;
    if (name !== "expenses") return number(row[name]);
    if (editing?.typed && !isPhone) return expensesField(row, "w-24!");
    return row.expenses ? `+ ${format.number(row.expenses)}` : <span className="text-ink-3">–</span>;
  };
  const sumOf = (name: Name) =>
    rows.reduce<number | null>(
      (sum, { [name]: value }) => (sum !== null && value !== null ? sum + value : null),
      0,
    );
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <table aria-label={label} className="w-full border-collapse text-md">
      <thead>
        <tr>
          <th scope="col" className={cx(HEAD, FIRST)}>
            {t("payouts.crew")}
          </th>
          {columns.map(({ name, text, place }) => (
            <th key={name} scope="col" className={cx(HEAD, place)}>
              {t(`payouts.column.${text}`)}
            </th>
          ))}
          {isEditable ? (
            <th scope="col" className={editing.typed && WIDE}>
              <span className="sr-only">{t("payouts.more")}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.key}>
            <tr>
              <td className={cx(CELL, "w-full", FIRST)}>
                <span className="flex min-w-0 items-center gap-[9px]">
                  <Avatar name={row.name} src={row.avatarUrl} size="s" className={isEditable ? WIDE : ""} />
                  <span className="min-w-0 flex-1 leading-[1.35]">
                    {editing?.typed ? (
                      <Input
                        size="s"
                        aria-label={t("payouts.name_of", { name: row.name })}
                        className="max-w-64 px-2!"
                        autoFocus={row.key === editing.typed.added}
                        maxLength={NAME_LENGTH}
                        autoComplete="off"
                        placeholder={row.name}
                        value={typedOf(row)?.name ?? ""}
                        onChange={({ target }) => set(row, { name: target.value })}
                      />
                    ) : (
                      <span className="block [overflow-wrap:anywhere]">{nameOf(row)}</span>
                    )}
                    <Under row={row} mode={mode} hasValue={!isEditable} />
                    {editing?.typed && isPhone ? (
                      <button
                        type="button"
                        className="mt-1 link text-sm"
                        aria-expanded={open.has(row.key)}
                        onClick={() => toggle(row.key)}
                      >
                        {t("payouts.expenses_more")}
                        <span className="sr-only">: {row.name}</span>
                      </button>
                    ) : null}
                    {row.below ? <span className="block [&_*]:text-left">{row.below}</span> : null}
                  </span>
                </span>
              </td>
              {columns.map(({ name, place, look }) => (
                <td key={name} className={cx(CELL, look, place)}>
                  {cellOf(row, name)}
                </td>
              ))}
              {isEditable ? (
                <td className={cx(CELL, "pl-1!", editing.typed && WIDE)}>
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
            {editing && open.has(row.key) ? (
              <tr>
                <td colSpan={columns.length + 2} className="pt-1 pb-3.5 pl-[31px] max-md:pl-0">
                  <More
                    row={row}
                    onDonate={(donates) => set(row, { donates })}
                    onRemove={() => {
                      editing.onChange(editing.people.filter(({ key }) => key !== row.key));
                      focusBack(document.getElementById(editing.addId));
                    }}
                  >
                    {editing.typed && isPhone ? (
                      <Named label={t("payouts.column.expenses")}>{expensesField(row, "w-28!")}</Named>
                    ) : null}
                    <Named label={t("payouts.holds")}>
                      {field(row, "holds", t("payouts.holds"), "w-28!")}
                    </Named>
                  </More>
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
      <tfoot className="font-semibold [&_td]:border-line-strong">
        <tr>
          <td className={cx(CELL, FIRST)}>{t("payouts.total")}</td>
          {columns.map(({ name, place }) => (
            <td key={name} className={cx(CELL, "figure", place, name === "value" && isEditable && "pr-2")}>
              {number(sumOf(name))}
            </td>
          ))}
          {isEditable ? <td className={cx(CELL, editing.typed && WIDE)} /> : null}
        </tr>
      </tfoot>
    </table>
  );
}

/** What opens under a person: typed numbers, a guest's donation, and a button that removes them. */
function More(props: {
  row: CrewRow;
  children: ReactNode;
  onDonate: (donates: boolean) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const { userId, name, donates } = props.row;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {props.children}
      {userId === null ? (
        <Switch
          label={t("payouts.donate_guest")}
          subject={name}
          checked={donates}
          onChange={props.onDonate}
        />
      ) : null}
      <ButtonOf label={t("payouts.remove")} subject={name} icon={<TrashIcon />} onClick={props.onRemove} />
    </div>
  );
}

/** The notes under a name, and on phones the columns that have no room. */
function Under({ row, mode, hasValue }: { row: CrewRow; mode: SplitMode; hasValue: boolean }) {
  const t = useT();
  const notes = row.notes.filter(Boolean).join(" · ");
  const value =
    hasValue && mode !== "equal" && mode !== "fixed" && row.value !== null
      ? t(`payouts.value.${mode}`, { value: row.value })
      : null;
  const spent = row.expenses ? t("payouts.plus_expenses", { amount: row.expenses }) : null;
  const narrow = [notes, [value, spent].filter(Boolean).join(", ")].filter(Boolean).join(" · ");
  return (
    <>
      {notes ? <span className="block hint first-letter:uppercase max-md:hidden">{notes}</span> : null}
      {narrow ? <span className="block hint first-letter:uppercase md:hidden">{narrow}</span> : null}
    </>
  );
}
