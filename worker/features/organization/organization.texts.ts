import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { auditNames } from "../../lib/fields.ts";
import type { Sentences } from "../../lib/validation.ts";
import { profileFields } from "./organization.fields.ts";
import { MOST_PICTURES, PICTURE_BYTES, type PictureKind } from "./organization.schema.ts";

const KINDS: Record<PictureKind, Record<"en" | "da", string>> = {
  banner: { en: "the banner", da: "banneret" },
  mark: { en: "the mark", da: "mærket" },
  picture: { en: "a picture", da: "et billede" },
};

const forReaders = readBy("admin.users");

export const organizationAudit = defineAudit(
  {
    "organization.changed": forReaders(
      "{actor} changed the organization's record",
      "{actor} ændrede organisationens oplysninger",
    ),
    "organization.picture_added": forReaders(
      "{actor} added {kind} of the organization",
      "{actor} tilføjede {kind} for organisationen",
    ),
    "organization.picture_changed": forReaders(
      "{actor} changed the caption of a picture",
      "{actor} ændrede en billedtekst",
    ),
    "organization.picture_removed": forReaders(
      "{actor} removed {kind} of the organization",
      "{actor} fjernede {kind} for organisationen",
    ),
  },
  {
    fields: {
      Name: { en: "Name", da: "Navn" },
      ...auditNames(profileFields),
      CaptionEn: { en: "Caption in English", da: "Billedtekst på engelsk" },
      CaptionDa: { en: "Caption in Danish", da: "Billedtekst på dansk" },
    },
    detailText: (name, value, language) =>
      name === "kind" ? (KINDS[value as PictureKind]?.[language] ?? null) : null,
  },
);

export const organizationErrors = defineErrors({
  picture_unusable: problem(422)(
    "This is no PNG, JPEG, WEBP or AVIF picture. Choose another file.",
    "Det er ikke et billede i PNG, JPEG, WEBP eller AVIF. Vælg en anden fil.",
  ),
  pictures_full: problem(409)(
    `There are ${MOST_PICTURES} pictures already. Remove one first.`,
    `Der er allerede ${MOST_PICTURES} billeder. Fjern først et.`,
  ),
});

export const organizationSentences: Sentences = {
  invite: {
    en: "An invite of Discord, such as https://discord.gg/nordicstar",
    da: "En invitation fra Discord, såsom https://discord.gg/nordicstar",
  },
  too_large: {
    en: `A picture has at most ${PICTURE_BYTES / 1024} kB`,
    da: `Et billede fylder højst ${PICTURE_BYTES / 1024} kB`,
  },
  symbol: { en: "2 to 10 letters and digits", da: "2 til 10 bogstaver og tal" },
};
