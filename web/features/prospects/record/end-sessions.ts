import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { request } from "../../../lib/api.ts";
import { topicsChanged } from "../../../lib/live.ts";

/** Ends all sessions of the user that a prospect signs in as. @throws ApiError */
export async function endSessionsOf({ userId }: Pick<Prospect, "userId">): Promise<void> {
  await request(`/api/users/${userId}/sessions`, { method: "DELETE" });
  topicsChanged(["activity"]);
}
