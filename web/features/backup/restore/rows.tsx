import { useState } from "react";
import type {
  Restore,
  RestoreRow,
  RowChange,
} from "../../../../worker/features/backup/restore/restore.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ArrowRightIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { SegmentedRadio } from "../../../ui/segmented.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { useRestoreRows } from "./restore.api.ts";
import { changedFields, kindOf, totalsOf } from "./words.ts";

const FILTERS = ["all", "comes", "changes", "goes", "skipped"] as const;

const SIGNS: Record<RowChange, { sign: string; look: string }> = {
  goes: { sign: "−", look: "text-stop" },
  changes: { sign: "~", look: "text-ink" },
  comes: { sign: "+", look: "text-go" },
  skipped: { sign: "·", look: "text-idle" },
};

/** The rows that differ, those to delete first. */
export function Rows({ restore }: { restore: Restore }) {
  const t = useT();
  const format = useFormat();
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const rows = useRestoreRows(restore.id, filter === "all" ? null : filter);
  const totals = totalsOf(restore);
  return (
    <section aria-label={t("restore.rows")}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-y border-line pad py-2.5">
        <h3 className="text-base font-semibold">{t("restore.rows")}</h3>
        <SegmentedRadio
          label={t("restore.filter")}
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((value) => ({
            value,
            label: t(value === "all" ? "restore.all" : `restore.change.${value}`),
            count: format.number(totals[value]),
          }))}
          className="text-sm"
        />
      </div>
      <ListView
        source={rows}
        empty={<EmptyState title={t("restore.rows_none")} />}
        moreLabel={(shown) =>
          t("restore.rows_more", { shown: format.number(shown), of: format.number(totals[filter]) })
        }
      >
        {(items) => (
          <ul>
            {items.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}

/** Returns the values of a row's key as text. */
const numberOf = ({ id }: RestoreRow) =>
  id
    .slice(id.indexOf("[") + 1, -1)
    .replaceAll('"', "")
    .replaceAll(",", ", ");

function Row({ row }: { row: RestoreRow }) {
  const t = useT();
  const { sign, look } = SIGNS[row.change];
  return (
    <li className="grid grid-cols-[92px_104px_minmax(0,1fr)] items-baseline gap-x-3.5 gap-y-0.5 border-t border-line pad py-[9px] text-md first:border-t-0 max-md:grid-cols-[auto_minmax(0,1fr)]">
      <span className={cx("font-medium", look)}>
        <span aria-hidden="true" className="figure inline-block w-4 font-semibold">
          {sign}
        </span>
        {t(`restore.change.${row.change}`)}
      </span>
      <span className="text-sm text-ink-3">{t(kindOf(row))}</span>
      <span className="min-w-0 [overflow-wrap:anywhere] max-md:col-span-2">
        <b className="mr-2.5 font-medium">{row.name ?? t("restore.row", { number: numberOf(row) })}</b>
        <span className="text-ink-2">{row.change === "changes" ? <Fields fields={row.fields} /> : null}</span>
      </span>
    </li>
  );
}

/** The changes of a row: the fields that users know with their values, and the number of the others. */
function Fields({ fields }: Pick<RestoreRow, "fields">) {
  const t = useT();
  const { known, others } = changedFields(fields);
  return (
    <>
      {known.map(({ name, before, after }, at) => (
        <span key={name}>
          {at > 0 ? ", " : ""}
          {t(name)}
          {before === null && after === null ? null : (
            <>
              {" "}
              <s className="text-ink-3">{before ?? t("restore.empty")}</s>
              <ArrowRightIcon size={13} className="mx-[5px] inline align-[-2px] text-ink-3" />
              <span className="sr-only">{t("restore.to")} </span>
              <b className="font-medium text-ink">{after ?? t("restore.empty")}</b>
            </>
          )}
        </span>
      ))}
      {others > 0 ? t(known.length > 0 ? "restore.fields_more" : "restore.fields", { count: others }) : null}
    </>
  );
}
