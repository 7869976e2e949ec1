import {
  type Active,
  type Announcements,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { createContext, use, useEffect, useState } from "react";
import type { BulkAnswer, Prospect, Stage } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { type Translate, useT } from "../../../lib/i18n/i18n.ts";
import { useRemembered } from "../../../lib/remembered.ts";
import { useSelection } from "../../../lib/selection.ts";
import { toast } from "../../../lib/toast.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { GripIcon } from "../../../ui/icons.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { ProspectCard, useCrm } from "../prospect-parts.tsx";
import { dropOn } from "../steps/moves.ts";
import { BoardColumn, FoldedColumn } from "./board-column.tsx";

const BELOW_TOP = 24;

/** The cards in an element by their prospects, with their positions. */
function cardsIn(root: HTMLElement) {
  const origin = root.getBoundingClientRect();
  const cards = [...root.querySelectorAll<HTMLElement>("[data-prospect]")].map((card) => {
    const { left, top } = card.getBoundingClientRect();
    const place = { card, x: left - origin.left + root.scrollLeft, y: top - origin.top };
    return [card.dataset["prospect"], place] as const;
  });
  return new Map(cards);
}

/** A ref of the board that animates cards to their new positions, unless reduced motion is preferred. */
function glide(root: HTMLDivElement): () => void {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let known = cardsIn(root);
  const settle = () => {
    known = cardsIn(root);
  };
  const observer = new MutationObserver(() => {
    const before = known;
    settle();
    for (const [id, { card, x, y }] of known) {
      const from = before.get(id);
      if (!from || reduced.matches) continue;
      const [dx, dy] = [from.x - x, from.y - y];
      if (Math.abs(dx) + Math.abs(dy) < 2) continue;
      card.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: 190,
        easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
      });
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  addEventListener("resize", settle);
  return () => {
    observer.disconnect();
    removeEventListener("resize", settle);
  };
}

/** Moves a card that is held with the keyboard from column to column; the order in a column is fixed. */
const columnByColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  if (event.code.startsWith("Arrow")) event.preventDefault();
  const step = event.code === "ArrowRight" ? 1 : event.code === "ArrowLeft" ? -1 : 0;
  const columns = [...context.droppableRects.values()].sort((a, b) => a.left - b.left);
  const width = context.collisionRect?.width ?? 0;
  const middle = currentCoordinates.x + width / 2;
  const here = columns.findIndex(({ left, right }) => middle >= left && middle <= right);
  const target = columns[here + step];
  if (step === 0 || !target) return undefined;
  return { x: target.left + (target.width - width) / 2, y: target.top + BELOW_TOP };
};

type Dragged = { active: Active; over?: Over | null };

/** The held card; undefined when it has left the board. */
const heldOf = ({ active }: Dragged) => active.data.current?.["prospect"] as Prospect | undefined;

/** The held card, the column under it, and the effect of a drop; null outside of the columns. */
function dropOf(event: Dragged) {
  const dragged = heldOf(event);
  const stage = event.over?.id as Stage | undefined;
  return dragged && stage ? { dragged, stage, ...dropOn(dragged, stage) } : null;
}

/** The selected cards of the board, as their columns list them. */
function useSelectedCards() {
  const { ids, select, boxOf } = useSelection();
  const [listed, setListed] = useState<ReadonlyMap<number, Prospect>>(new Map());
  const selected = [...listed.values()].filter(({ id }) => ids.has(id));
  return { ids, select, boxOf, setListed, selected };
}

const Selected = createContext<ReturnType<typeof useSelectedCards> | null>(null);

/** The cards as they stand on the screen, column by column. */
const inOrder = () =>
  [...document.querySelectorAll<HTMLElement>("[data-board] [data-prospect]")].map(({ dataset }) =>
    Number(dataset["prospect"]),
  );

/** Selects a card; stands in the place of its picture while that is pointed at, or any card is selected. */
function CardBox({ prospect }: { prospect: Prospect }) {
  const t = useT();
  const cards = use(Selected);
  const isSelected = cards?.ids.has(prospect.id) ?? false;
  const setListed = cards?.setListed;
  useEffect(() => {
    if (!isSelected || !setListed) return undefined;
    setListed((now) => new Map(now).set(prospect.id, prospect));
    return () => setListed((now) => new Map([...now].filter(([id]) => id !== prospect.id)));
  }, [isSelected, prospect, setListed]);
  if (!cards) return null;
  return (
    <Checkbox
      hideLabel
      label={t("prospects.select", { name: prospect.displayName })}
      className={cx(
        "absolute top-3 left-3 z-2 size-8 justify-center rounded-full bg-deck",
        cards.ids.size === 0 && "opacity-0 focus-within:opacity-100 hover:opacity-100",
      )}
      {...cards.boxOf(prospect.id, inOrder)}
    />
  );
}

/** Why the held card cannot be dropped; null where it can, or on its own column. */
function refusalOf(event: Dragged, t: Translate): string | null {
  const drop = dropOf(event);
  if (drop?.kind !== "refused") return null;
  if (drop.because !== "illegal") return t(`prospect.blocked.${drop.because}`);
  const { dragged, stage } = drop;
  return t("prospects.drop_illegal", { from: t(`status.${dragged.status}`), to: t(`stage.${stage}`) });
}

function useAnnouncements(): Announcements {
  const t = useT();
  type Key = "start" | "over" | "home" | "refused" | "nowhere" | "end" | "cancel";
  const say = (key: Key, event: Dragged) => {
    const stage = event.over && t(`stage.${event.over.id as Stage}`);
    return t(`prospects.drag.${key}`, { name: heldOf(event)?.displayName, stage });
  };
  const over = { move: "over", none: "home", refused: "refused", outside: "nowhere" } as const;
  return {
    onDragStart: (event) => say("start", event),
    onDragOver: (event) => say(over[dropOf(event)?.kind ?? "outside"], event),
    onDragEnd: (event) => say(dropOf(event)?.kind === "move" ? "end" : "cancel", event),
    onDragCancel: (event) => say("cancel", event),
  };
}

function Column(props: {
  stage: Stage;
  count: string | null;
  isFolded: boolean;
  onFold: ((isFolded: boolean) => void) | undefined;
}) {
  const { stage, onFold } = props;
  const { setNodeRef, active, isOver } = useDroppable({ id: stage });
  const dragged = active && heldOf({ active });
  const drop = dragged && dropOn(dragged, stage).kind;
  const Shown = props.isFolded ? FoldedColumn : BoardColumn;
  return (
    <Shown
      ref={setNodeRef}
      stage={stage}
      count={props.count}
      welcome={drop === "refused" ? "closed" : drop === "move" ? (isOver ? "over" : "open") : null}
      onFold={onFold && (() => onFold(!props.isFolded))}
      Card={DraggableCard}
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
      {...pointer}
      className={cx("cursor-grab active:cursor-grabbing", isDragging && "opacity-40")}
      box={<CardBox prospect={prospect} />}
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

/** The held card, with the reason why it cannot be dropped. */
function HeldCard() {
  const t = useT();
  const { active, over } = useDndContext();
  const dragged = active && heldOf({ active });
  if (!dragged) return null;
  const refusal = refusalOf({ active, over }, t);
  return (
    <>
      <ProspectCard
        prospect={dragged}
        className="rotate-[1.5deg] cursor-grabbing shadow-[0_0_0_1px_var(--ice),0_16px_50px_var(--shade)]"
      />
      {refusal ? (
        <p className="mt-2 rounded-m border border-stop bg-hull px-3 py-2 text-sm">{refusal}</p>
      ) : null}
    </>
  );
}

/** The columns that nothing is due in, which are numbers until the user unfolds them. */
const FOLDING: readonly Stage[] = ["active", "inactive"];

/** The pipeline as columns; cards are dragged between them with the pointer or the keyboard. */
export default function Board(props: {
  stages: readonly Stage[];
  countOf: (stage: Stage) => string;
  onSkipped: (skipped: BulkAnswer["skipped"]) => void;
}) {
  const t = useT();
  const { take, list } = useCrm();
  const announcements = useAnnouncements();
  const cards = useSelectedCards();
  const [unfolded, remember] = useRemembered("crm-columns");
  // What was searched for may be in any column.
  const isFolded = (stage: Stage) =>
    FOLDING.includes(stage) && !list.isNarrowed && !unfolded.split(" ").includes(stage);
  const fold = (stage: Stage) => (folded: boolean) =>
    remember(FOLDING.filter((each) => (each === stage ? !folded : !isFolded(each))).join(" "));
  const widths = props.stages.map((stage) => (isFolded(stage) ? "52px" : "minmax(250px,1fr)"));
  const draggable = t("prospects.drag.instructions");
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 240, tolerance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnByColumn }),
  );
  const end = (event: Dragged) => {
    const drop = dropOf(event);
    if (!drop) return;
    const { dragged } = drop;
    if (drop.kind === "move")
      void take(dragged, drop.move, { returnFocus: `[data-prospect="${dragged.id}"] [data-open]` });
    const description = refusalOf(event, t);
    const title = t("prospects.drop_refused", { name: dragged.displayName });
    if (description) toast({ title, description, variant: "destructive" });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => (args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args))}
      accessibility={{ announcements, screenReaderInstructions: { draggable } }}
      onDragEnd={end}
    >
      <div
        ref={glide}
        data-board=""
        className="-m-1 grid min-h-[60dvh] items-stretch gap-[18px] overflow-x-auto p-1"
        style={{ gridTemplateColumns: widths.join(" ") }}
      >
        <Selected value={cards}>
          {props.stages.map((stage) => (
            <Column
              key={stage}
              stage={stage}
              count={list.isNarrowed ? null : props.countOf(stage)}
              isFolded={isFolded(stage)}
              onFold={FOLDING.includes(stage) && !list.isNarrowed ? fold(stage) : undefined}
            />
          ))}
        </Selected>
      </div>
      {cards.selected.length > 0 ? (
        <BulkBar
          selected={cards.selected}
          onClear={() => cards.select([])}
          onDone={({ skipped, left }) => {
            cards.select([...skipped, ...left].map(({ id }) => id));
            props.onSkipped(skipped);
          }}
        />
      ) : null}
      <DragOverlay dropAnimation={null}>
        <HeldCard />
      </DragOverlay>
    </DndContext>
  );
}
