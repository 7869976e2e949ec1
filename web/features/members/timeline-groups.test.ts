import assert from "node:assert/strict";
import { test } from "node:test";
import type { TimelineEntry } from "../../../worker/features/profiles/profiles.schema.ts";
import { groupByMonth } from "./timeline-groups.ts";

const entry = (id: number, createdAt: string, rest: Partial<TimelineEntry> = {}) =>
  ({
    id,
    kind: "pipeline",
    action: "status",
    createdAt: `${createdAt}T12:00:00.000Z`,
    performedBy: "Freja Ravn",
    previousValue: null,
    newValue: null,
    notes: null,
    because: null,
    ...rest,
  }) as TimelineEntry;
const ids = (...entries: TimelineEntry[]) => groupByMonth(entries).map((month) => month.map(({ id }) => id));

test("groups entries by month, the same month of another year apart", () => {
  assert.deepEqual(
    ids(entry(4, "2026-11-20"), entry(3, "2026-11-02"), entry(2, "2026-10-30"), entry(1, "2025-10-30")),
    [[4, 3], [2], [1]],
  );
});

test("folds a run of notes by one user into one entry", () => {
  const note = (id: number, performedBy = "Freja Ravn") =>
    entry(id, "2026-11-20", { action: "notes", performedBy } as Partial<TimelineEntry>);
  assert.deepEqual(ids(note(5), note(4), note(3, "Mikkel Toft"), entry(2, "2026-11-20"), note(1)), [
    [5, 3, 2, 1],
  ]);
});
