import { at, insert } from "../../../testing/database.ts";

/** Inserts a contract of organization 1 by column names and returns its id. It was posted just now unless it is a draft. */
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
