import { and, eq, inArray } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { jsonList, readBatch } from "../../../lib/db/client.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Language } from "../../../lib/wire.schema.ts";
import { ships } from "../../ships/index.ts";
import { hangarShips, shipAliases } from "../hangar.table.ts";
import type { ImportReview } from "./import.schema.ts";
import { aliasOf, readImport, toReview } from "./review.ts";

/** What a file is refused for is said of the field that it came in. */
function atField<Result>(language: Language, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, entry, parameters } = error;
    throw new AppError(code, entry, parameters, { errors: { content: [error.text(language)] } });
  }
}

/** Reads a file and compares it with the caller's hangar; stores nothing. @throws AppError as `readImport` */
export async function previewImport(
  { db, actor, language }: UserContext,
  { content }: { content: string },
): Promise<ImportReview> {
  const { id, name, nameFull, slug, isListed } = ships;
  const { shipId, quantity, nickname, acquiredDate, version } = hangarShips;
  const [catalogue, hangar] = await readBatch(db, [
    db
      .select({ id, name, nameFull, slug, isListed })
      .from(ships)
      .where(eq(ships.organizationId, actor.organizationId)),
    db
      .select({ shipId, quantity, nickname, acquiredDate, version })
      .from(hangarShips)
      .where(eq(hangarShips.userId, actor.userId)),
  ]);
  const reading = atField(language, () => readImport(content, catalogue));
  const aliases = [...new Set(reading.open.map((each) => aliasOf(each.name)))];
  const isAsked = and(
    eq(shipAliases.organizationId, actor.organizationId),
    inArray(shipAliases.alias, jsonList(aliases)),
  );
  const known = aliases.length > 0 ? await db.select().from(shipAliases).where(isAsked) : [];
  return toReview(reading, new Map(known.map((each) => [each.alias, each.shipId])), hangar);
}
