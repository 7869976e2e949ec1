import { FORM_FAULTS, type FormFault } from "../../../worker/features/forms/changes.schema.ts";
import { type FormContent, type Question, textIn } from "../../../worker/features/forms/forms.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useSortableRow } from "../../lib/sortable-row.ts";
import { GripIcon, LockIcon, TrashIcon } from "../../ui/icons.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { Words } from "./answer-parts.tsx";
import { movedBy } from "./edit.ts";
import { KIND_ICONS, kindText } from "./kinds.tsx";
import { PlaceMenu } from "./place-menu.tsx";

export const CHOSEN = "bg-ice-dim shadow-[inset_0_0_0_1px_color-mix(in_oklch,var(--ice)_45%,transparent)]";

/** A question in the list: its grip, Alt with the arrows and its menu move it. */
export function QuestionRow(props: {
  question: Question;
  /** Whether it stays as and where it is. */
  isFixed: boolean;
  content: FormContent;
  language: Language;
  chosen: string;
  faults: Readonly<Record<string, FormFault>>;
  markOf: (id: string) => string | null;
  onChoose: (id: string) => void;
  onMove: (id: string, step: 1 | -1) => void;
  onRemove: (id: string) => void;
}) {
  const t = useT();
  const said = useLanguage();
  const { question, isFixed, content, language, chosen, faults, markOf, onChoose, onMove, onRemove } = props;
  const { id, kind, label } = question;
  const row = useSortableRow(id, (step) => onMove(id, step), isFixed);
  const { text } = textIn(kind === "text" && !textIn(label, language).text ? question.help : label, language);
  const name = text || t("forms.no_label");
  const fault = faults[id];
  const mark = markOf(id);
  return (
    <li
      ref={row.ref}
      data-row={id}
      className={cx(
        "group relative grid min-h-12 grid-cols-[24px_16px_minmax(0,1fr)_auto_auto] items-center gap-x-2 rounded-c py-1 pr-0.5",
        row.isDragging ? "z-2 bg-rail shadow-[0_0_0_1px_var(--ice),0_0_0_4px_var(--ice-dim)]" : null,
        chosen === id ? CHOSEN : "hover:bg-deck",
      )}
    >
      {isFixed ? (
        <LockIcon size={14} className="mx-auto text-ink-3" />
      ) : (
        <button
          {...row.grip}
          aria-label={t("forms.grip", { name })}
          className="btn quiet icon s relative z-1 w-6 min-w-6! cursor-grab touch-none text-ink-3 active:cursor-grabbing"
        >
          <GripIcon />
        </button>
      )}
      <span className="text-ink-3">{KIND_ICONS[kind]}</span>
      <div className="min-w-0 pl-0.5 leading-[1.35]">
        <button
          type="button"
          data-open=""
          className="covers text-left text-[13.5px] font-medium [overflow-wrap:anywhere]"
          aria-current={chosen === id ? "true" : undefined}
          {...(isFixed ? {} : { "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown", onKeyDown: row.onKeyDown })}
          onClick={() => onChoose(id)}
        >
          {textIn(label, language).text ? (
            <Words words={label} language={language} />
          ) : (
            <span className={text ? "line-clamp-2" : "text-ink-3"}>{name}</span>
          )}
        </button>
        <span className={cx("block text-sm", fault ? "text-stop" : "text-ink-2")}>
          {fault ? FORM_FAULTS[fault][said] : kindText(t, question)}
        </span>
      </div>
      <span className="text-sm text-ink-2">{mark}</span>
      {isFixed ? null : (
        <span className="relative z-1 opacity-0 group-hover:opacity-100 focus-within:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100">
          <PlaceMenu
            name={name}
            isFirst={!movedBy(content, id, -1)}
            isLast={!movedBy(content, id, 1)}
            onMove={(step) => onMove(id, step)}
          >
            <MenuItem danger icon={<TrashIcon />} onSelect={() => onRemove(id)}>
              {t("forms.remove")}
            </MenuItem>
          </PlaceMenu>
        </span>
      )}
    </li>
  );
}
