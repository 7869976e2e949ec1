import {
  DndContext,
  type DragOverEvent,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useState } from "react";
import { changesOf, FORM_FAULTS, type FormFault } from "../../../worker/features/forms/changes.schema.ts";
import {
  type FormContent,
  QUESTION_KINDS,
  type QuestionKind,
  questionsOf,
  type Section,
  textIn,
} from "../../../worker/features/forms/forms.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { PlusIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Words } from "./answer-parts.tsx";
import { canAdd, canAddSection, movedBy, movedTo, sectionMovedBy } from "./edit.ts";
import { KIND_ICONS } from "./kinds.tsx";
import { PlaceMenu } from "./place-menu.tsx";
import { CHOSEN, QuestionRow } from "./question-row.tsx";
import { PartHead } from "./settings-parts.tsx";

type ListProps = {
  content: FormContent;
  live: FormContent | null;
  language: Language;
  chosen: string;
  faults: Readonly<Record<string, FormFault>>;
  /** Ids of sections and questions that stay as they are. */
  fixed: ReadonlySet<string>;
  onChoose: (id: string) => void;
  onEdit: (content: FormContent) => void;
  onRemove: (id: string) => void;
  onAdd: (kind: QuestionKind | "section") => void;
};

const nothing = () => undefined;
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

/** What each question has of its own beside the live version, in a word. */
function useMarks(live: FormContent | null, content: FormContent) {
  const t = useT();
  if (!live) return () => null;
  const { added, reworded, altered } = changesOf(live, content);
  const marks = new Map([
    ...added.map(({ id }) => [id, t("forms.mark.new")] as const),
    ...reworded.map(({ after }) => [after.id, t("forms.mark.reworded")] as const),
    ...altered.map(({ after }) => [after.id, t("forms.mark.altered")] as const),
  ]);
  return (id: string) => marks.get(id) ?? null;
}

export function QuestionList(props: ListProps) {
  const t = useT();
  const { content, live, language, onEdit, onAdd } = props;
  const [said, setSaid] = useState("");
  const markOf = useMarks(live, content);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  );
  /** Shows a question's new place, and says it. */
  const place = (next: FormContent | null, id: string) => {
    if (!next || next === content) return;
    onEdit(next);
    const all = questionsOf(next);
    const at = all.findIndex((each) => each.id === id);
    const name = textIn(all[at]?.label, language).text;
    setSaid(t("forms.moved", { name, place: at + 1, count: all.length }));
  };
  const dragOver = ({ active, over }: DragOverEvent) => {
    if (over && over.id !== active.id)
      place(movedTo(content, String(active.id), String(over.id)), String(active.id));
  };
  const full = canAdd(content) ? null : t("forms.full");
  const sectionsFull = canAddSection(content) ? null : t("forms.sections_full");
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      // Rows move while one is dragged.
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      // The list says moves itself; the library's texts are in English alone.
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: "" } }}
      onDragOver={dragOver}
    >
      <PartHead>
        <h2 className="mr-auto">{t("forms.list")}</h2>
        <Menu
          trigger={
            <Button icon={<PlusIcon />} reason={full}>
              {t("forms.add")}
            </Button>
          }
        >
          {QUESTION_KINDS.map((kind) => (
            <MenuItem key={kind} icon={KIND_ICONS[kind]} onSelect={() => onAdd(kind)}>
              {t(`forms.kind.${kind}`)}
            </MenuItem>
          ))}
        </Menu>
      </PartHead>
      <div className="px-2.5 pt-3 pb-2">
        {content.sections.map((section, at) => (
          <SectionGroup
            key={section.id}
            {...props}
            {...{ section, at, markOf }}
            onMove={(id, step) => place(movedBy(content, id, step), id)}
          />
        ))}
        <div className="mt-1 flex flex-wrap gap-1 border-t border-line pt-2">
          {props.fixed.size > 0 ? null : (
            <Button
              variant="quiet"
              size="s"
              icon={<PlusIcon />}
              reason={sectionsFull}
              onClick={() => onAdd("section")}
            >
              {t("forms.section")}
            </Button>
          )}
          <Button variant="quiet" size="s" icon={KIND_ICONS.text} reason={full} onClick={() => onAdd("text")}>
            {t("forms.kind.text")}
          </Button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  );
}

type GroupProps = ListProps & {
  section: Section;
  at: number;
  markOf: (id: string) => string | null;
  onMove: (id: string, step: 1 | -1) => void;
};

function SectionGroup({ section, at, ...props }: GroupProps) {
  const t = useT();
  const said = useLanguage();
  const { content, language, chosen, faults, fixed, onChoose, onEdit, onRemove } = props;
  const { id, title, questions } = section;
  const { setNodeRef } = useDroppable({ id });
  const { text } = textIn(title, language);
  const name = text || t("forms.no_title");
  const move = (step: 1 | -1) => {
    const next = sectionMovedBy(content, id, step);
    if (next) onEdit(next);
  };
  const fault = faults[id];
  return (
    <section aria-label={name} className="mb-3">
      <div
        ref={setNodeRef}
        className={cx(
          "relative flex min-h-9 items-center gap-2.5 rounded-c pl-2",
          chosen === id ? CHOSEN : "hover:bg-deck",
        )}
      >
        <span aria-hidden="true" className="figure text-sm text-ink-3">
          {at + 1}
        </span>
        <h3 className="min-w-0 flex-1 py-1.5 text-[13.5px] font-semibold [overflow-wrap:anywhere]">
          <button
            type="button"
            className="covers text-left"
            aria-current={chosen === id ? "true" : undefined}
            onClick={() => onChoose(id)}
          >
            {text ? <Words words={title} language={language} /> : <span className="text-ink-3">{name}</span>}
          </button>
          {fault ? (
            <span className="block text-sm font-normal text-stop">{FORM_FAULTS[fault][said]}</span>
          ) : null}
        </h3>
        {fixed.has(id) ? null : (
          <span className="relative z-1">
            <PlaceMenu
              name={name}
              isFirst={at === 0}
              isLast={at === content.sections.length - 1}
              onMove={move}
            >
              <MenuItem
                danger
                icon={<TrashIcon />}
                reason={content.sections.length === 1 && t("forms.only_section")}
                onSelect={() => onRemove(id)}
              >
                {t("forms.remove_section")}
              </MenuItem>
            </PlaceMenu>
          </span>
        )}
      </div>
      <ul>
        {questions.map((question) => (
          <QuestionRow key={question.id} {...props} question={question} isFixed={fixed.has(question.id)} />
        ))}
      </ul>
    </section>
  );
}
