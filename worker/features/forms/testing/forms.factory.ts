import { at, insert, raw } from "../../../testing/database.ts";
import { DEFAULT_FORM } from "../default-form.ts";
import type { FormContent } from "../forms.schema.ts";

let turn = 0;

/** Inserts a form of organization 1 with so many versions, all of which ask the same, and returns its id. */
export async function formOf({
  content = DEFAULT_FORM,
  draft = content,
  versions = 1,
  key = `form_${turn++}`,
}: {
  content?: FormContent;
  draft?: FormContent;
  versions?: number;
  key?: string;
} = {}): Promise<number> {
  const id = await insert("forms", {
    ...{ organization_id: 1, key, name: "Recruit", draft: JSON.stringify(draft) },
    ...{ live_number: versions || null, updated_by: "Astrid Holm", updated_at: at() },
  });
  for (let number = 1; number <= versions; number++) {
    await raw.DB.prepare(
      "insert into form_versions (form_id, number, content, published_at, published_by) values (?, ?, ?, ?, 'Astrid Holm')",
    )
      .bind(id, number, JSON.stringify(content), at())
      .run();
  }
  return id;
}

/** A form with another title of its first section. */
export const retitled = (content: FormContent, en: string): FormContent => ({
  sections: content.sections.map((section, index) => (index === 0 ? { ...section, title: { en } } : section)),
});
