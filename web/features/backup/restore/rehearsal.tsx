import type { Restore } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { fileSize } from "../backup.api.ts";
import { ChooseFile } from "./choose-file.tsx";
import { FileSquare } from "./file-step.tsx";
import { uploadStore } from "./restore.api.ts";
import { totalsOf } from "./words.ts";

const CHANGES = ["comes", "changes", "goes", "skipped"] as const;

const CELL =
  "border-line py-2 pr-3 not-in-[thead]:border-t first:pl-[18px] last:pr-[18px] max-md:pr-1.5 max-md:first:pl-4 max-md:last:pr-4";
/** Phones leave out how many rows are in the file. */
const columnClass = (at: number) => (at === 0 ? "text-left" : cx("text-right", at === 1 && "max-md:hidden"));

/** The facts of the file, and the numbers of rows to add, change and delete, by section. */
export function Rehearsal({ restore }: { restore: Restore }) {
  const t = useT();
  const format = useFormat();
  const upload = useStore(uploadStore);
  const { document, state } = restore;
  const { createdBy: name, version, schema, bytes } = document;
  const when = format.dayWithin(document.createdAt);
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line pad py-3.5">
        <FileSquare />
        <div className="min-w-0 flex-1 leading-[1.4]">
          {upload && bytes !== null && state === "rehearsed" ? (
            <p className="font-mono text-md [overflow-wrap:anywhere]">{upload.chosen.name}</p>
          ) : (
            <p className="font-medium">{t(bytes === null ? "restore.file.kept" : "restore.file.backup")}</p>
          )}
          <p className="hint [overflow-wrap:anywhere]">
            {t("restore.file.facts", { when, name })}
            {bytes === null ? "" : `, ${fileSize(bytes)}`}
          </p>
          <details>
            <summary className="hint">{t("backup.details")}</summary>
            <p className="hint">{t("restore.file.more", { version, schema: schema.slice(0, 4) })}</p>
          </details>
        </div>
        {state === "rehearsed" ? <ChooseFile label={t("restore.another")} size="s" /> : null}
      </div>
      {totalsOf(restore).all > 0 ? <Figures restore={restore} /> : null}
    </>
  );
}

/** The four figures and the table by section. */
function Figures({ restore }: { restore: Restore }) {
  const t = useT();
  const format = useFormat();
  const totals = totalsOf(restore);
  return (
    <>
      <dl className="grid grid-cols-4 border-b border-line *:border-line *:not-first:border-l max-md:grid-cols-2 max-md:*:odd:border-l-0 max-md:*:nth-[n+3]:border-t">
        {CHANGES.map((change) => (
          <div key={change} className="flex flex-col-reverse pad pt-[13px] pb-3">
            <dt className="hint">{t(`restore.change.${change}`)}</dt>
            <dd className="figure text-xl leading-[1.2]">{format.number(totals[change])}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full border-collapse text-md" aria-label={t("restore.rehearsal")}>
        <thead>
          <tr>
            {[
              t("restore.rehearsal"),
              t("restore.in_file"),
              ...CHANGES.map((change) => t(`restore.change.${change}`)),
            ].map((heading, at) => (
              <th
                key={heading}
                scope="col"
                className={cx(
                  "label max-md:text-xs max-md:tracking-normal max-md:normal-case",
                  CELL,
                  columnClass(at),
                )}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {restore.sections.map((section) => (
            <tr key={section.key}>
              <th scope="row" className={cx(CELL, "font-normal", columnClass(0))}>
                {t(`backup.section.${section.key}`)}
              </th>
              {(["rows", ...CHANGES] as const).map((column, at) => (
                <td
                  key={column}
                  className={cx(
                    CELL,
                    "figure text-base",
                    columnClass(at + 1),
                    column === "rows" ? "text-ink-2" : section[column] === 0 && "text-ink-3",
                  )}
                >
                  {format.number(section[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
