import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { useRef, useState } from "react";
import type { Prospect, Stage } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { type Translate, useT } from "../../../lib/i18n/i18n.ts";
import type { ListQuery } from "../../../lib/list.ts";
import { toast } from "../../../lib/toast.ts";
import { GripIcon } from "../../../ui/icons.tsx";
import { useCrm } from "../crm-context.ts";
import { ProspectCard } from "../prospect-parts.tsx";
import { dropOn } from "../steps/moves.ts";
import { BoardColumn } from "./board-column.tsx";
import { useGlide } from "./use-glide.ts";

const BELOW_TOP = 24;

/**
 * Moves a card that is held with the keyboard: left and right from one column to the next, so that it comes to
 * lie over it; up and down do nothing, since the order within a column is not a matter of choice.
 */
const columnByColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = event.code === "ArrowRight" ? 1 : event.code === "ArrowLeft" ? -1 : 0;
  if (event.code.startsWith("Arrow")) event.preventDefault();
  if (step === 0) return undefined;
  const columns = context.droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = context.droppableRects.get(id);
      return rect ? [{ id, rect }] : [];
    })
    .sort((a, b) => a.rect.left - b.rect.left);
  const width = context.collisionRect?.width ?? 0;
  const middle = currentCoordinates.x + width / 2;
  const here = columns.findIndex(({ rect }) => middle >= rect.left && middle <= rect.right);
  const target = columns[here + step];
  if (!target) return undefined;
  return { x: target.rect.left + (target.rect.width - width) / 2, y: target.rect.top + BELOW_TOP };
};

type Props = {
  stages: readonly Stage[];
  query: ListQuery;
  filtered: boolean;
  countOf: (stage: Stage) => string;
  onAdd?: (() => void) | undefined;
};

/** A column that cards can be dropped on. */
function Column(props: Props & { stage: Stage; held: Prospect | null; over: boolean }) {
  const { stage, query, filtered, countOf, onAdd, held, over } = props;
  const { setNodeRef } = useDroppable({ id: stage });
  const drop = held && dropOn(held, stage).kind;
  return (
    <BoardColumn
      ref={setNodeRef}
      stage={stage}
      query={query}
      count={filtered ? null : countOf(stage)}
      filtered={filtered}
      onAdd={onAdd}
      welcome={drop === "refused" ? "closed" : drop === "move" ? (over ? "over" : "open") : null}
      renderCard={(prospect) => <DraggableCard prospect={prospect} />}
    />
  );
}

function DraggableCard({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: prospect.id,
    data: { prospect },
    attributes: { roleDescription: t("prospects.drag.role") },
  });
  const { onKeyDown, ...pointer } = listeners ?? {};
  return (
    <ProspectCard
      ref={setNodeRef}
      prospect={prospect}
      handlers={pointer}
      className={cx("cursor-grab active:cursor-grabbing", isDragging && "opacity-40")}
      grip={
        <button
          ref={setActivatorNodeRef}
          type="button"
          {...attributes}
          aria-label={t("prospects.drag.grip", { name: prospect.displayName })}
          className="btn quiet icon s relative z-1 -my-0.5 w-6 cursor-grab opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100"
          onKeyDown={(event) => onKeyDown?.(event)}
        >
          <GripIcon />
        </button>
      }
    />
  );
}

type Dragged = Pick<DragEndEvent, "active" | "over">;
const heldOf = ({ active }: Pick<Dragged, "active">) => active.data.current?.["prospect"] as Prospect;
const stageUnder = ({ over }: Dragged) => (over?.id ?? null) as Stage | null;

function useAnnouncements(): Announcements {
  const t = useT();
  const say = (key: "start" | "cancel" | "nowhere", event: Pick<Dragged, "active">) =>
    t(`prospects.drag.${key}`, { name: heldOf(event).displayName });
  const sayOf = (key: "over" | "home" | "refused" | "end", event: Dragged, stage: Stage) =>
    t(`prospects.drag.${key}`, { name: heldOf(event).displayName, stage: t(`stage.${stage}`) });
  return {
    onDragStart: (event) => say("start", event),
    onDragOver: (event) => {
      const stage = stageUnder(event);
      if (!stage) return say("nowhere", event);
      const drop = dropOn(heldOf(event), stage).kind;
      return sayOf(drop === "move" ? "over" : drop === "none" ? "home" : "refused", event, stage);
    },
    onDragEnd: (event) => {
      const stage = stageUnder(event);
      const isMoved = stage && dropOn(heldOf(event), stage).kind === "move";
      return isMoved ? sayOf("end", event, stage) : say("cancel", event);
    },
    onDragCancel: (event) => say("cancel", event),
  };
}

/** Why a prospect cannot be dropped on a stage; null when it can, or is there already. */
function refusalOf(prospect: Prospect, stage: Stage, t: Translate): string | null {
  const drop = dropOn(prospect, stage);
  if (drop.kind !== "refused") return null;
  if (drop.because !== "illegal") return t(`prospect.blocked.${drop.because}`);
  return t("prospects.drop_illegal", { from: t(`status.${prospect.status}`), to: t(`stage.${stage}`) });
}

/** The pipeline as columns between which cards are dragged, with the pointer or the keyboard. */
export default function Board(props: Props) {
  const t = useT();
  const { take } = useCrm();
  const announcements = useAnnouncements();
  const board = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Prospect | null>(null);
  const [over, setOver] = useState<Stage | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 240, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnByColumn }),
  );
  useGlide(board);
  const release = () => {
    setHeld(null);
    setOver(null);
  };
  const end = (event: DragEndEvent) => {
    release();
    const prospect = heldOf(event);
    const stage = stageUnder(event);
    if (!stage) return;
    const drop = dropOn(prospect, stage);
    if (drop.kind === "move")
      return take(prospect, drop.move, `[data-prospect="${prospect.id}"] [data-open]`);
    const refusal = refusalOf(prospect, stage, t);
    if (!refusal) return;
    toast({
      title: t("prospects.drop_refused", { name: prospect.displayName }),
      description: refusal,
      variant: "destructive",
    });
  };
  const refusal = held && over ? refusalOf(held, over, t) : null;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => (args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args))}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t("prospects.drag.instructions") },
      }}
      onDragStart={(event) => setHeld(heldOf(event))}
      onDragOver={(event) => setOver(stageUnder(event))}
      onDragEnd={end}
      onDragCancel={release}
    >
      <div
        ref={board}
        data-board=""
        className="-m-1 grid auto-cols-[minmax(250px,1fr)] min-h-[60dvh] grid-flow-col items-stretch gap-[18px] overflow-x-auto p-1"
      >
        {props.stages.map((stage) => (
          <Column key={stage} {...props} stage={stage} held={held} over={over === stage} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {held ? (
          <>
            <ProspectCard
              prospect={held}
              className="rotate-[1.5deg] cursor-grabbing shadow-[0_0_0_1px_var(--ice),0_16px_50px_var(--shade)]"
            />
            {refusal ? (
              <p className="mt-2 rounded-m border border-stop bg-hull px-3 py-2 text-sm">{refusal}</p>
            ) : null}
          </>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}
