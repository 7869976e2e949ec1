import type { Leave } from "../../../worker/features/leave/leave.schema.ts";
import { resource } from "../../lib/resource.ts";

export const leaves = resource<Leave>({ path: "/api/leaves", topics: ["leaves", "members"] });

/** The current and coming leaves of a user, those first that end first. */
export const useLeavesOf = (userId: number) => leaves.useList({ userId });

export type { Leave };
