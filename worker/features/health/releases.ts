import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SystemContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { logWarning } from "../../lib/log.ts";
import { cleanName } from "../../lib/names.schema.ts";
import { callJson, OutgoingError } from "../../lib/outgoing/outgoing.ts";
import { VERSION } from "../../lib/version.ts";
import { holdersOf } from "../members/index.ts";
import { listOrganizations } from "../settings/index.ts";
import type { Release } from "./health.schema.ts";
import { releases } from "./health.table.ts";
import { healthNotices } from "./health.texts.ts";

const LIMITS = { timeoutMs: 5_000, maxBytes: 256 * 1024 };
/** Longest notes that are kept, in UTF-16 units. */
const NOTES = 8_000;

/** https://docs.github.com/rest/releases/releases#get-the-latest-release; what else it has is ignored. */
const answered = z.object({
  tag_name: z.string().check(z.regex(/^v?\d{1,9}(\.\d{1,9}){2}$/)),
  name: z.nullish(z.string()),
  body: z.nullish(z.string()),
  html_url: z.url({ protocol: /^https$/ }).check(z.maxLength(500)),
  published_at: z.nullish(z.iso.datetime()),
});

/** Whether a version such as 1.10.0 is newer than another. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((each) => each.split(".").map(Number)) as [number[], number[]];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

/** Requests the newest release; null without a valid answer, which is not reported to users. */
async function readRelease(url: string): Promise<Release | null> {
  try {
    const headers = { "User-Agent": "command-centre" };
    const answer = await callJson({ url, headers, schema: answered, ...LIMITS });
    if (!answer.ok) throw new OutgoingError("nonsense", `status ${answer.status}`);
    const { tag_name, name, body, html_url, published_at } = answer.body;
    const version = tag_name.replace(/^v/, "");
    const notes = (body ?? "").slice(0, NOTES).toWellFormed();
    return {
      version,
      name: cleanName(name) || version,
      notes,
      url: html_url,
      publishedAt: published_at ?? null,
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    logWarning("releases", {}, error);
    return null;
  }
}

/** The statements that store a newer release and notify administrators, once for each version. */
export async function lookForRelease(context: SystemContext): Promise<Statement[]> {
  const { db, env } = context;
  const found = env.RELEASES_URL ? await readRelease(env.RELEASES_URL) : null;
  if (!found || !isNewer(found.version, VERSION)) return [];
  const { version } = found;
  return (await listOrganizations(db)).flatMap((organizationId) => {
    const { users, permission } = holdersOf({ organizationId, userId: 0 }, "admin.system");
    const untold = sql`${users} and not exists (select 1 from ${releases}
      where organization_id = ${organizationId} and version = ${version})`;
    return [
      ...healthNotices.write(context, { permission, users: untold }, "health.update", { version }),
      db
        .insert(releases)
        .values({ organizationId, ...found })
        .onConflictDoUpdate({
          target: releases.organizationId,
          set: found,
          setWhere: sql`(releases.version, releases.name, releases.notes, releases.url)
            <> (excluded.version, excluded.name, excluded.notes, excluded.url)`,
        }),
    ];
  });
}

export const selectRelease = (db: Db, organizationId: number) =>
  db.select().from(releases).where(eq(releases.organizationId, organizationId));
