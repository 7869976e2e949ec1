import * as z from "zod/mini";
import { answersOf, inputsOf } from "../../lib/fields.schema.ts";
import { line, personName } from "../../lib/names.schema.ts";
import { version } from "../../lib/wire.schema.ts";
import { LENGTHS, profileFields } from "./organization.fields.ts";

export * from "./organization.fields.ts";

/** The name that the first migration gives: nobody has chosen one yet. */
export const FIRST_NAME = "Command Centre";

export const PICTURE_KINDS = ["banner", "mark", "picture"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** The most pictures of a kind; a further banner or mark takes the place of the one before. */
export const MOST_PICTURES = 3;
/** The most bytes of a picture, and the longest side in pixels, to which browsers scale it before they send it. */
export const PICTURE_BYTES = 400 * 1024;
export const PICTURE_SIDE = 4_096;

/** A picture without its bytes, which are at `/api/organization/{orgId}/pictures/{id}`. */
export const picture = z.object({
  id: z.number(),
  kind: z.enum(PICTURE_KINDS),
  captionEn: z.nullable(z.string()),
  captionDa: z.nullable(z.string()),
  type: z.string(),
  width: z.number(),
  height: z.number(),
});
export type Picture = z.infer<typeof picture>;

/** What an organization says of itself to everybody. */
export const profile = z.object({
  /** The organization's. */
  id: z.number(),
  name: z.string(),
  /** Whether somebody has chosen the name. */
  isNamed: z.boolean(),
  ...answersOf(profileFields),
  /** The banner, the mark, and the others in the order in which they were added. */
  pictures: z.array(picture),
  /** Null if it was never changed. */
  updatedAt: z.nullable(z.string()),
  version: z.number(),
});
export type Profile = z.infer<typeof profile>;

export const profileInput = z.strictObject({
  name: z.optional(personName(LENGTHS.name)),
  ...inputsOf(profileFields),
  version,
});
export type ProfileInput = z.infer<typeof profileInput>;

const caption = z.optional(z.nullable(line(LENGTHS.caption)));
const side = z.int().check(z.positive(), z.maximum(PICTURE_SIDE));

export const captionInput = z.strictObject({ captionEn: caption, captionDa: caption });
export type CaptionInput = z.infer<typeof captionInput>;

export const pictureInput = z.strictObject({
  kind: z.enum(PICTURE_KINDS),
  captionEn: caption,
  captionDa: caption,
  width: side,
  height: side,
  /** Its bytes in base64. */
  bytes: z.base64().check(z.minLength(1), z.maxLength(Math.ceil(PICTURE_BYTES / 3) * 4, "too_large")),
});
export type PictureInput = z.infer<typeof pictureInput>;

/** What an organization looks for: a title, and what is said of it. */
export type LookedFor = { title: string; text: string };

/** The lines "Title: text" of a text; marks of a list before them are left out. */
export const lookedFor = (typed: string | null): LookedFor[] =>
  (typed ?? "").split("\n").flatMap((each) => {
    const words = each.replace(/^\s*[-*+•]\s+/, "").trim();
    const at = words.search(/:\s/);
    if (!words) return [];
    return at < 0
      ? [{ title: words, text: "" }]
      : [{ title: words.slice(0, at), text: words.slice(at + 1).trim() }];
  });
