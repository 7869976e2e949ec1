import {
  DndContext,
  type DragOverEvent,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type KeyboardEvent, useRef, useState } from "react";
import type { RoleSync } from "../../../worker/features/discord/roles/roles.schema.ts";
import { act } from "../../lib/action.ts";
import { cx } from "../../lib/cx.ts";
import { tellFailure } from "../../lib/failure.ts";
import { answeredOr } from "../../lib/fallback.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConflictPanel, conflictOf } from "../../ui/conflict-panel.tsx";
import { ChevronDownIcon, ChevronUpIcon, GripIcon, LockIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { roleSets } from "./discord.api.ts";
import { inOrder, moved, type OrderRow, orderRows, prioritiesOf, priorityAt } from "./order.ts";

const ROW =
  "grid h-[54px] grid-cols-[28px_30px_minmax(0,1fr)_auto_40px_26px] items-center gap-x-2.5 pointer-coarse:grid-cols-[28px_30px_minmax(0,1fr)_auto_40px_88px] border-t border-line pr-3 pl-2 first:border-t-0";
const DRAGGED =
  "relative z-1 rounded-m bg-rail shadow-[0_0_0_1px_var(--ice),0_0_0_4px_var(--ice-dim)] [&_.hint]:text-ink-2";

/** The order in which roles decide for a user with several Discord roles; rows are moved by dragging, keys or buttons. */
export function OrderPanel(props: {
  set: RoleSync;
  draft: readonly number[] | null;
  onDraft: (draft: number[] | null) => void;
}) {
  const t = useT();
  const { set, draft, onDraft } = props;
  const editing = roleSets.useEdit();
  const stored = orderRows(set);
  const rows = inOrder(stored, draft);
  const [announcement, setAnnouncement] = useState("");
  const order = rows.map(({ roleId }) => roleId);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  );
  const administrator = set.roles.find(({ key }) => key === "administrator");
  const failure = { title: t("discord.order.failed") };
  const move = (from: number, to: number) => {
    const next = moved(order, from, to);
    const row = rows[from];
    if (!row || next[to] !== row.roleId) return;
    setAnnouncement(t("discord.order.said", { name: row.name, place: to + 2, count: rows.length + 1 }));
    onDraft(next.join() === stored.map(({ roleId }) => roleId).join() ? null : next);
  };
  const dragOver = ({ active, over }: DragOverEvent) => {
    const to = order.indexOf(Number(over?.id));
    if (to >= 0 && over?.id !== active.id) move(order.indexOf(Number(active.id)), to);
  };
  const save = async () => {
    const mappings = prioritiesOf(rows);
    const priorities = new Map(mappings.map(({ id, priority }) => [id, priority]));
    const next = set.mappings
      .map((each) => ({ ...each, priority: priorities.get(each.id) ?? each.priority }))
      .sort((a, b) => b.priority - a.priority);
    const edit = { call: "/priority", method: "PUT", body: { mappings }, patch: { mappings: next } } as const;
    await act(() => editing.run(set, edit), {
      done: (saved) => saved && done(),
      failed: (error) =>
        tellFailure(error, { ...failure, text: answeredOr(error, t("discord.order.failed_text")) }),
    });
  };
  const done = () => {
    onDraft(null);
    return { title: t("discord.order.saved") };
  };
  const conflict = conflictOf(editing, failure, (saved) => (saved ? toast(done()) : onDraft(null)));
  return (
    <Panel title={t("discord.order.title")}>
      {stored.length === 0 ? (
        <EmptyState title={t("discord.order.empty")} />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={pointerWithin}
          // Rows move while one is dragged.
          measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
          // The list announces moves itself; the library's texts are in English only.
          accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: "" } }}
          onDragOver={dragOver}
        >
          <ol aria-label={t("discord.order.title")}>
            {administrator ? (
              <li className={cx(ROW, "text-ink-2")}>
                <LockIcon size={14} className="justify-self-center text-ink-3" />
                <span className="figure">#1</span>
                <span className="min-w-0 leading-[1.35]">
                  <b className="block truncate font-book">{administrator.name}</b>
                  <span className="block truncate hint">{t("discord.order.highest")}</span>
                </span>
                <span className="col-start-5 text-right figure text-lg">{administrator.priority}</span>
              </li>
            ) : null}
            {rows.map((row, at) => (
              <Row
                key={row.roleId}
                row={row}
                at={at}
                count={rows.length}
                was={stored.findIndex(({ roleId }) => roleId === row.roleId)}
                isChanged={draft !== null}
                onMove={(to) => move(at, to)}
              />
            ))}
          </ol>
        </DndContext>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {conflict ? (
        <div className="border-t border-line p-3.5">
          <ConflictPanel<RoleSync, "mappings">
            {...conflict}
            name={t("discord.order.name")}
            labels={{ mappings: t("discord.order.title") }}
            textOf={(_, mappings) =>
              Array.from(orderRows({ ...set, mappings }), ({ name }) => name).join(", ")
            }
          />
        </div>
      ) : draft ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line-strong bg-deck px-[18px] py-[11px]">
          <span className="text-ink-2">{t("discord.order.unsaved")}</span>
          <span className="flex gap-2">
            <Button onClick={() => onDraft(null)}>{t("action.cancel")}</Button>
            <Button variant="primary" pending={editing.pending} onClick={() => void save()}>
              {t("discord.order.save")}
            </Button>
          </span>
        </div>
      ) : null}
      <p className="note leading-[1.7]">
        <b className="text-ink-2">{t("discord.order.how")}</b>{" "}
        {t.rich("discord.order.how_text", { up: keyCap("Alt ↑"), down: keyCap("Alt ↓") })}
      </p>
    </Panel>
  );
}

const keyCap = (keys: string) => (
  <kbd
    key={keys}
    className="rounded-s border border-line-strong px-1.5 py-px font-sans text-xs whitespace-nowrap"
  >
    {keys}
  </kbd>
);

const nothing = () => undefined;
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

function Row(props: {
  row: OrderRow;
  /** Its place in the order and in the saved one, and the number of rows. */
  at: number;
  was: number;
  count: number;
  isChanged: boolean;
  onMove: (to: number) => void;
}) {
  const t = useT();
  const { row, at, count, was, isChanged, onMove } = props;
  const { roleId, name, mappings, priority } = row;
  const { setNodeRef: dragRef, listeners, isDragging } = useDraggable({ id: roleId });
  const { setNodeRef: dropRef } = useDroppable({ id: roleId });
  const rowRef = (element: HTMLElement | null) => {
    dragRef(element);
    dropRef(element);
  };
  const grip = useRef<HTMLButtonElement>(null);
  const { onKeyDown: _, ...pointer } = listeners ?? {};
  const byKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    onMove(at + step);
    // A row loses the focus when it is moved.
    requestAnimationFrame(() => grip.current?.focus());
  };
  return (
    <li ref={rowRef} className={cx(ROW, isDragging && DRAGGED)}>
      <button
        ref={grip}
        type="button"
        {...pointer}
        onKeyDown={byKey}
        aria-label={t("discord.order.grip", { name })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        className="btn quiet icon s w-7 cursor-grab touch-none active:cursor-grabbing"
      >
        <GripIcon />
      </button>
      <span className="figure text-ink-2">#{at + 2}</span>
      <span className="min-w-0 leading-[1.35]">
        <b className="block truncate font-book">{name}</b>
        <span className="block truncate hint">
          {mappings.map(({ discordRoleName }) => `@${discordRoleName}`).join(", ")}
        </span>
      </span>
      {at === was ? null : (
        <span className="hint max-md:hidden">
          {t.rich("discord.order.was", { place: <s key="was">#{was + 2}</s> })}
        </span>
      )}
      <span className="col-start-5 text-right figure text-lg">
        {isChanged ? priorityAt(at, count) : priority}
      </span>
      <span className="grid pointer-coarse:flex">
        <IconButton
          size="s"
          className="h-6! w-6!"
          label={t("discord.order.up", { name })}
          reason={at === 0 && t("discord.order.first")}
          icon={<ChevronUpIcon />}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          size="s"
          className="h-6! w-6!"
          label={t("discord.order.down", { name })}
          reason={at === count - 1 && t("discord.order.last")}
          icon={<ChevronDownIcon />}
          onClick={() => onMove(at + 1)}
        />
      </span>
    </li>
  );
}
