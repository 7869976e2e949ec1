import type { KeyboardCoordinateGetter } from "@dnd-kit/core";

const SIDEWAYS = 24;

/**
 * Moves a card that is held with the keyboard: left and right from one column to the next, so that it comes to
 * lie over it; up and down do nothing, since the order within a column is not a matter of choice.
 */
export const columnByColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
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
  return { x: target.rect.left + (target.rect.width - width) / 2, y: target.rect.top + SIDEWAYS };
};
