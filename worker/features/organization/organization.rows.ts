import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { blanksOf, fieldNames } from "../../lib/fields.schema.ts";
import { valuesAfter } from "../../lib/fields.ts";
import { markupOf } from "../../lib/markdown.ts";
import { record } from "../../lib/record.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { FIRST_ORGANIZATION, organizations, renameOrganization } from "../settings/index.ts";
import * as schema from "./organization.schema.ts";
import { organizationPictures, organizationProfiles } from "./organization.table.ts";
import { organizationAudit } from "./organization.texts.ts";

const PICTURES = sql<string>`(select json_group_array(json_object('id', p.id, 'kind', p.kind, 'captionEn', p.caption_en,
    'captionDa', p.caption_da, 'type', p.type, 'width', p.width, 'height', p.height) order by p.kind, p.id)
  from ${organizationPictures} p where p.organization_id = ${organizations.id})`;

const selectProfiles = (db: Db) => {
  const { organizationId: _, version, ...columns } = getTableColumns(organizationProfiles);
  return db
    .select({
      ...columns,
      id: organizations.id,
      name: aliased(organizations.name, "organization_name"),
      pictures: PICTURES.as("pictures"),
      version: sql<number>`coalesce(${version}, 0)`.as("profile_version"),
    })
    .from(organizations)
    .leftJoin(organizationProfiles, eq(organizationProfiles.organizationId, organizations.id));
};

/** The statement that reads what an organization says of itself; {@link toProfile} makes it of the row. */
export const selectProfile = (db: Db, organizationId: number | SQL<number>) =>
  selectProfiles(db).where(eq(organizations.id, organizationId));

type Row = Awaited<ReturnType<ReturnType<typeof selectProfiles>["execute"]>>[number];

function present({ name, pictures, ...row }: Row): schema.Profile {
  return {
    ...blanksOf(schema.profileFields),
    ...row,
    name: name ?? "",
    isNamed: name !== schema.FIRST_NAME,
    pictures: JSON.parse(pictures) as schema.Picture[],
  };
}

/** A text in the reader's language, or in the other one where it lacks. */
const either = (language: Language, en: string | null, da: string | null) =>
  language === "da" ? (da ?? en) : (en ?? da);

/** What an organization says of itself, for a reader's language: texts that lack in it come in the other one. */
export function toProfile(row: Row, language: Language) {
  const { pictures, ...one } = present(row);
  return {
    ...{ name: one.name, isNamed: one.isNamed, since: one.since, invite: one.invite, symbol: one.symbol },
    sentence: either(language, one.sentenceEn, one.sentenceDa),
    text: markupOf(either(language, one.textEn, one.textDa) ?? ""),
    looksFor: schema.lookedFor(either(language, one.looksForEn, one.looksForDa)),
    pictures: pictures.map(({ captionEn, captionDa, ...each }) => ({
      ...each,
      caption: either(language, captionEn, captionDa),
    })),
  };
}

/** @throws AppError not_found for an organization that does not exist */
export async function getProfile(
  { db }: SystemContext,
  { orgId }: { orgId: number },
): Promise<schema.Profile> {
  const [row] = await selectProfile(db, orgId);
  if (!row) throw errors.not_found();
  return present(row);
}

/** What the product calls an organization, and the invite to its server; the deployment's first without an id. */
export async function nameOfOrganization(db: Db, organizationId?: number) {
  const which = organizationId ?? FIRST_ORGANIZATION;
  const [row] = await db
    .select({ name: organizations.name, invite: organizationProfiles.invite })
    .from(organizations)
    .leftJoin(organizationProfiles, eq(organizationProfiles.organizationId, organizations.id))
    .where(eq(organizations.id, which));
  const { name = schema.FIRST_NAME, invite = null } = row ?? {};
  return { name, invite, isNamed: name !== schema.FIRST_NAME };
}

const profileRecord = record({
  table: organizationProfiles,
  select: ({ db, actor }, which: SQL) =>
    selectProfiles(db).where(sql`${which} and ${organizations.id} = ${actor.organizationId}`),
  by: organizations.id,
  identity: (_, { actor }) => ({ organizationId: actor.organizationId }),
  answers: schema.profile,
  present,
  nameOf: ({ name }) => name ?? "",
  audit: organizationAudit,
});

/** Changes what the organization says of itself; equal values change nothing. @throws AppError stale_version */
export function changeProfile(
  context: MemberContext,
  { version, name, ...input }: schema.ProfileInput,
): Promise<schema.Profile> {
  const { db, actor } = context;
  return profileRecord.upsert(context, actor.organizationId, version, (row) => {
    const before = present(row);
    const set = valuesAfter(schema.profileFields, input, before);
    const after = { ...set, name: name ?? before.name };
    const details = changedDetails(before, after, ["name", ...fieldNames(schema.profileFields)]);
    if (!details) return null;
    const isRenamed = after.name !== before.name;
    return {
      set,
      audit: [{ action: "organization.changed", entity: { id: null, name: after.name }, details }],
      writeAfter: isRenamed ? [renameOrganization(db, actor.organizationId, after.name)] : [],
    };
  });
}
