import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../lib/db/columns.ts";
import { columnsOf } from "../../lib/fields.ts";
import { organizationId } from "../settings/index.ts";
import { profileFields } from "./organization.fields.ts";
import type { PictureKind } from "./organization.schema.ts";

/** What organizations say of themselves, stored once it was changed; the name stands with the organization. */
export const organizationProfiles = sqliteTable("organization_profiles", {
  organizationId: organizationId().primaryKey(),
  ...columnsOf(profileFields),
  updatedAt: instant("updated_at").notNull(),
  version: integer("version").notNull().default(1),
});

/** Pictures of organizations; their numbers are never used again, so that browsers keep what they have. */
export const organizationPictures = sqliteTable(
  "organization_pictures",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    organizationId: organizationId(),
    kind: text("kind").$type<PictureKind>().notNull(),
    captionEn: text("caption_en"),
    captionDa: text("caption_da"),
    /** The media type, by its first bytes. */
    type: text("type").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: instant("created_at").notNull(),
    /** In base64, since a backup is a text. The last column: SQLite reads the others without it. */
    bytes: text("bytes").notNull(),
  },
  (table) => [index("organization_pictures_of").on(table.organizationId)],
);
