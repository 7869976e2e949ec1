import type { Caller } from "../../../testing/world.ts";
import type { Restore } from "../restore/restore.schema.ts";

/** Applies a rehearsed restore, in as many requests as it takes: each goes on for as long as one may. */
export async function applied(caller: Caller, id: number, confirm = "Command Centre"): Promise<Restore> {
  for (;;) {
    const restore = await caller.ok<Restore>("POST", `/api/backup/restores/${id}/apply`, { confirm });
    if (restore.state !== "running") return restore;
  }
}
