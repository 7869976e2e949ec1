import {
  DndContext,
  type DragOverEvent,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useEffect, useState } from "react";
import type { Role } from "../../../worker/features/roles/roles.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, request } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { answeredOr } from "../../lib/fallback.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { inOrder, moved } from "./order.ts";
import { roles } from "./roles.api.ts";

/** The roles in the order that the reader makes of them, which is theirs alone until it is saved. */
export function useRoleOrder(stored: readonly Role[]) {
  const t = useT();
  const [draft, setDraft] = useState<{ ids: number[]; isSaved: boolean } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const was = stored.map(({ id }) => id);
  const shown = draft ? inOrder(stored, draft.ids) : [...stored];
  const order = shown.map(({ id }) => id).join();
  const isChanged = draft !== null && !draft.isSaved && order !== was.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved order is shown until the list has it
  useEffect(() => setDraft((now) => (now?.isSaved ? null : now)), [was.join()]);
  const save = async () => {
    const ids = shown.map(({ id }) => id);
    const path = `/api/roles/${stored[0]?.organizationId}/order`;
    await request(path, { method: "PUT", body: { roles: ids, was } }).finally(roles.refresh);
    setDraft({ ids, isSaved: true });
  };
  const { run, pending } = useAction(save, {
    done: { title: t("roles.order.saved") },
    failed: (error) => {
      if (error instanceof ApiError && error.status === 409) setDraft(null);
      tellFailure(error, {
        title: t("roles.order.failed"),
        text: answeredOr(error, t("roles.order.failed_text")),
      });
    },
  });
  /** The order with a role at another place; null where the reader may not move it there. */
  const placed = (id: number, to: number) =>
    moved(
      shown,
      shown.findIndex((role) => role.id === id),
      to,
    );
  const move = (id: number, to: number) => {
    const ids = placed(id, to);
    if (!ids) return;
    const name = stored.find((role) => role.id === id)?.name;
    setAnnouncement(t("roles.order.said", { name, place: to + 1, count: ids.length }));
    setDraft({ ids, isSaved: false });
  };
  return {
    ...{ shown, isChanged, announcement, pending, move },
    canMove: (id: number, to: number) => placed(id, to) !== null,
    save: () => void run(),
    cancel: () => setDraft(null),
  };
}

export type RoleOrder = ReturnType<typeof useRoleOrder>;

const nothing = () => undefined;
const SILENT = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

/** A list whose rows are dragged to another place, with the buttons that save or drop a changed order. */
export function OrderedList({ order, children }: { order: RoleOrder; children: ReactNode }) {
  const t = useT();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  );
  const dragOver = ({ active, over }: DragOverEvent) => {
    const to = order.shown.findIndex(({ id }) => id === over?.id);
    if (to >= 0 && over?.id !== active.id) order.move(Number(active.id), to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      // Rows move while one is dragged.
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      // The list announces moves itself; the library's texts are in English only.
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: "" } }}
      onDragOver={dragOver}
    >
      {children}
      <p role="status" className="sr-only">
        {order.announcement}
      </p>
      {order.isChanged ? (
        <div className="sticky bottom-0 z-2 flex flex-wrap items-center justify-end gap-2 rounded-b-l border-t border-line-strong bg-deck px-[18px] py-[11px] max-md:bottom-16">
          <span className="mr-auto text-ink-2">{t("roles.order.unsaved")}</span>
          <Button onClick={order.cancel}>{t("action.cancel")}</Button>
          <Button variant="primary" pending={order.pending} onClick={order.save}>
            {t("roles.order.save")}
          </Button>
        </div>
      ) : null}
    </DndContext>
  );
}
