import { useDraggable, useDroppable } from "@dnd-kit/core";
import { type KeyboardEvent, useRef } from "react";

/**
 * A row of a list that is put in order: by its grip with a pointer, or with Alt and the arrows, after which the pressed control
 * has the focus again: a row loses it when it is moved.
 * @param move moves the row up or down by one
 */
export function useSortableRow(id: string | number, move: (step: 1 | -1) => void, disabled = false) {
  const { setNodeRef: dragRef, listeners, isDragging } = useDraggable({ id, disabled });
  const { setNodeRef: dropRef } = useDroppable({ id });
  const grip = useRef<HTMLButtonElement>(null);
  const { onKeyDown: _, ...pointer } = listeners ?? {};
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (step === null || !event.altKey) return;
    event.preventDefault();
    const isOnGrip = event.currentTarget === grip.current;
    move(step);
    const opener = `[data-row="${id}"] [data-open]`;
    requestAnimationFrame(() =>
      (isOnGrip ? grip.current : document.querySelector<HTMLElement>(opener))?.focus(),
    );
  };
  return {
    isDragging,
    ref: (element: HTMLElement | null) => {
      dragRef(element);
      dropRef(element);
    },
    /** Of every control of the row that takes the keys. */
    onKeyDown,
    grip: {
      ref: grip,
      type: "button" as const,
      ...pointer,
      onKeyDown,
      "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown",
    },
  };
}
