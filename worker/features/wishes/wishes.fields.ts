import { choice, type Fields, requiredText } from "../../lib/fields.schema.ts";
import { line, text } from "../../lib/names.schema.ts";

export const PRIORITIES = ["low", "medium", "high"] as const;
export const CATEGORIES = ["feature", "equipment", "improvement", "event"] as const;

export const TITLE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 4_000;

/** The fields of a wish's form. */
export const wishFields = {
  title: { ...requiredText, input: line(TITLE_LENGTH, 1), audit: { en: "Title", da: "Titel" } },
  /** Markdown, as typed. */
  description: { ...requiredText, input: text(DESCRIPTION_LENGTH, 1) },
  priority: {
    ...choice(PRIORITIES),
    blank: "medium",
    noDefault: true,
    audit: { en: "Priority", da: "Prioritet" },
  },
  category: {
    ...choice(CATEGORIES),
    blank: "feature",
    noDefault: true,
    audit: { en: "Category", da: "Kategori" },
  },
} as const satisfies Fields;
