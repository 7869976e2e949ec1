import { at, insert } from "../../../testing/database.ts";

/** The beginnings of a PNG picture, in base64. */
export const PNG = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1").toString("base64");

/** Adds a picture of an organization; returns its id. */
export const picture = (organizationId = 1, values: Record<string, string | number> = {}): Promise<number> =>
  insert("organization_pictures", {
    ...{ organization_id: organizationId, kind: "picture", type: "image/png", width: 3, height: 2 },
    ...{ created_at: at(), bytes: PNG, ...values },
  });
