import { actorWithoutSession } from "../../lib/actor.ts";
import type { Context, SystemContext } from "../../lib/context.ts";
import type { Env } from "../../lib/env.ts";
import { errors } from "../../lib/errors.ts";
import type { Feature, JobResult } from "../../lib/feature.ts";
import { KEPT_BACKUPS, type StoredBackup } from "./backup.schema.ts";
import { BACKUP_PREFIX, type BackupPlan, backupName, backupPlan, beginBackup, remember } from "./export.ts";

/** Size of all parts but the last, which R2 requires to be equal and at least 5 MiB. */
export const PART_BYTES = 8 * 1024 ** 2;

const folderOf = (organizationId: number) => `${organizationId}/`;

/**
 * Uploads a text while it is read, and holds at most one part and one piece of it. A failed text or upload leaves nothing
 * behind.
 */
export async function upload<Totals>(
  bucket: R2Bucket,
  key: string,
  text: AsyncGenerator<string, Totals>,
  customMetadata: Record<string, string>,
): Promise<Totals & { bytes: number }> {
  const options = { httpMetadata: { contentType: "application/json" }, customMetadata };
  const encoder = new TextEncoder();
  const part = new Uint8Array(PART_BYTES);
  const parts: R2UploadedPart[] = [];
  let multipart: R2MultipartUpload | undefined;
  let filled = 0;
  const send = async () => {
    multipart ??= await bucket.createMultipartUpload(key, options);
    parts.push(await multipart.uploadPart(parts.length + 1, part.subarray(0, filled)));
    filled = 0;
  };
  try {
    let bytes = 0;
    let piece = await text.next();
    for (; !piece.done; piece = await text.next()) {
      let rest = encoder.encode(piece.value);
      bytes += rest.length;
      while (rest.length > 0) {
        const taken = rest.subarray(0, PART_BYTES - filled);
        part.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
        if (filled === PART_BYTES) await send();
      }
    }
    if (multipart && filled > 0) await send();
    if (multipart) await multipart.complete(parts);
    else await bucket.put(key, part.subarray(0, filled), options);
    return { ...piece.value, bytes };
  } catch (error) {
    // R2 aborts by itself after a week.
    await multipart?.abort().catch(() => undefined);
    throw error;
  }
}

/** An organization's backups in the bucket, oldest first. */
async function listObjects(bucket: R2Bucket, organizationId: number): Promise<R2Object[]> {
  const objects: R2Object[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const found = await bucket.list({
      prefix: folderOf(organizationId) + BACKUP_PREFIX,
      include: ["customMetadata"],
      ...(cursor ? { cursor } : {}),
    });
    objects.push(...found.objects);
    isMore = found.truncated;
    cursor = found.truncated ? found.cursor : undefined;
  }
  return objects;
}

const createdAtOf = ({ customMetadata, uploaded }: R2Object): string =>
  customMetadata?.["createdAt"] ?? uploaded.toISOString();

/** The backups in the bucket, newest first; none without a bucket. */
export async function listStored({ env, actor: { organizationId } }: Context): Promise<StoredBackup[]> {
  const objects = env.BACKUPS ? await listObjects(env.BACKUPS, organizationId) : [];
  const stored = objects.map((object) => {
    const name = object.key.slice(folderOf(organizationId).length);
    return { name, createdAt: createdAtOf(object), bytes: object.size };
  });
  return stored.toReversed();
}

/** Opens a backup in the bucket by the name of its file. @throws AppError not_found */
export async function openStored(
  { env, actor }: Context,
  { name }: Pick<StoredBackup, "name">,
): Promise<ReadableStream> {
  const object = await env.BACKUPS?.get(folderOf(actor.organizationId) + name);
  if (!object) throw errors.not_found();
  return object.body;
}

/** Stores a backup in the bucket, records it, and deletes those beyond the newest KEPT_BACKUPS. */
export async function storeBackup(context: Context, bucket: R2Bucket, plan: BackupPlan) {
  const { actor, now } = context;
  const { organizationId } = actor;
  const { header, text } = await beginBackup(context, plan);
  const key = folderOf(organizationId) + backupName(now);
  // R2 takes these before the first part, when rows and checksum are unknown; the document's last line has them.
  const { createdAt, schema, version } = header;
  const tables = header.sections.flatMap((section) => section.tables).length;
  const known = { createdAt, schema, version: String(version), tables: String(tables) };
  const made = { key, ...(await upload(bucket, key, text, known)) };
  await remember(context, made);
  const old = (await listObjects(bucket, organizationId)).slice(0, -KEPT_BACKUPS);
  if (old.length > 0) await bucket.delete(old.map((each) => each.key));
  return made;
}

/** Makes the daily scheduled backup. */
export async function backUpByJob(
  context: SystemContext,
  organizationId: number,
  features: readonly Feature[],
): Promise<JobResult> {
  const { BACKUPS } = context.env;
  if (!BACKUPS) return { outcome: "skipped" };
  const job = { ...context, actor: actorWithoutSession("job", organizationId, "Schedule") };
  const { rows, bytes } = await storeBackup(job, BACKUPS, backupPlan(features));
  return { outcome: "done", counts: { rows, bytes } };
}

/** Opens the newest backup in the bucket; null without one or without a bucket. */
export async function openNewestBackup(
  { BACKUPS }: Env,
  organizationId: number,
): Promise<{ key: string; createdAt: string; body: ReadableStream } | null> {
  const key = BACKUPS && (await listObjects(BACKUPS, organizationId)).at(-1)?.key;
  const object = key ? await BACKUPS.get(key) : null;
  return key && object ? { key, createdAt: createdAtOf(object), body: object.body } : null;
}
