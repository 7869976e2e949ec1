import { at, insert } from "../../../testing/database.ts";

/** Puts a contract into organization 1, as the columns are named; answers its id. What is no draft was posted just now. */
export const contract = (values: Record<string, unknown> = {}): Promise<number> =>
  insert("contracts", {
    organization_id: 1,
    title: "Haul quantanium",
    created_by: 1,
    posted_at: (values["status"] ?? "draft") === "draft" ? null : at(),
    created_at: at(),
    updated_at: at(),
    ...values,
  });
