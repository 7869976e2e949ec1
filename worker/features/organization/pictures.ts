import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, MemberContext, SystemContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { sniffType } from "../../lib/picture-type.ts";
import { record } from "../../lib/record.ts";
import * as schema from "./organization.schema.ts";
import { organizationPictures } from "./organization.table.ts";
import { organizationAudit, organizationErrors } from "./organization.texts.ts";

const { bytes: _, ...columns } = getTableColumns(organizationPictures);

const pictureRecord = record({
  table: organizationPictures,
  select: ({ db, actor }, which: SQL) =>
    db
      .select({ ...columns, version: sql<number>`1`.as("picture_version") })
      .from(organizationPictures)
      .where(and(which, eq(organizationPictures.organizationId, actor.organizationId))),
  answers: schema.picture,
  present: (row): schema.Picture => row,
  nameOf: ({ captionEn, captionDa }) => captionEn ?? captionDa ?? "",
  audit: organizationAudit,
});

/** Seconds for which browsers keep a picture, which never changes: a year. */
const KEPT_SECONDS = 365 * 24 * 3600;

/** The bytes of a picture, for everybody. @throws AppError not_found */
export async function getPicture(
  { db }: SystemContext,
  { orgId, id }: ById<{ orgId: number }>,
): Promise<Response> {
  const { bytes, type } = organizationPictures;
  const [found] = await db
    .select({ bytes, type })
    .from(organizationPictures)
    .where(and(eq(organizationPictures.id, id), eq(organizationPictures.organizationId, orgId)));
  if (!found) throw errors.not_found();
  const headers = {
    "Content-Type": found.type,
    "Cache-Control": `public, max-age=${KEPT_SECONDS}, immutable`,
  };
  return new Response(Buffer.from(found.bytes, "base64"), { headers });
}

const isOneOnly = (kind: schema.PictureKind) => kind !== "picture";
const isOf = (organizationId: number, kind: schema.PictureKind) =>
  sql`${organizationPictures.organizationId} = ${organizationId} and ${organizationPictures.kind} = ${kind}`;

/**
 * Adds a picture; a banner or mark takes the place of the one before.
 * @throws AppError picture_unusable for what its first bytes say is none, pictures_full
 */
export async function addPicture(
  context: MemberContext,
  input: schema.PictureInput,
): Promise<schema.Picture> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const { kind, captionEn, captionDa } = input;
  const type = sniffType(Buffer.from(input.bytes.slice(0, 64), "base64"));
  if (!type || type === "image/gif") throw organizationErrors.picture_unusable();
  const captions = { captionEn: captionEn || null, captionDa: captionDa || null };
  const isThere = isOf(organizationId, kind);
  const count = sql`(select count(*) from ${organizationPictures} where ${isThere})`;
  return pictureRecord.create(context, {
    name: captions.captionEn ?? captions.captionDa ?? "",
    values: { ...input, ...captions, type, organizationId, createdAt: now.toISOString() },
    audit: [{ action: "organization.picture_added", details: { kind } }],
    ...(isOneOnly(kind)
      ? { writeBefore: [db.delete(organizationPictures).where(isThere)] }
      : {
          checkBefore: [guard(sql`${count} < ${schema.MOST_PICTURES}`, organizationErrors.pictures_full())],
        }),
  });
}

/** Changes the captions of a picture. @throws AppError not_found */
export const changeCaption = (context: MemberContext, { id, ...input }: ById<schema.CaptionInput>) =>
  pictureRecord.edit(context, id, undefined, (row) => {
    const after = {
      captionEn: input.captionEn === undefined ? row.captionEn : input.captionEn || null,
      captionDa: input.captionDa === undefined ? row.captionDa : input.captionDa || null,
    };
    const details = changedDetails(row, after, ["captionEn", "captionDa"]);
    return details && { set: after, audit: [{ action: "organization.picture_changed", details }] };
  });

/** @throws AppError not_found */
export const removePicture = (context: MemberContext, { id }: ById): Promise<void> =>
  pictureRecord.remove(context, id, ({ kind }) => ({
    audit: [{ action: "organization.picture_removed", details: { kind } }],
  }));
