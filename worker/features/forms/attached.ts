import type { Db, Statement } from "../../lib/db/client.ts";
import type { FormContent } from "./forms.schema.ts";

/** People of one version of a form. */
export type Counted = { formId: number; number: number; answered: number; filling: number };

/** What a feature that asks by forms adds to them; its `index.ts` passes it in. */
type Attached = {
  /**
   * The statement that counts who answered each version of an organization's forms, and who is answering it now. The feature's
   * tables raise the topic `forms` where these change.
   */
  count: (db: Db, organizationId: number) => Statement & PromiseLike<Counted[]>;
  /** What forms ask always and first, by their keys: questions can be added to them. */
  fixed?: Readonly<Record<string, FormContent>>;
};

const attached: Attached[] = [];

/** Adds a feature's parts of forms, which do not import it. */
export function attachToForms(parts: Attached): void {
  attached.push(parts);
}

/** The statements that count people of an organization's forms. */
export const counting = (db: Db, organizationId: number): Statement[] =>
  attached.map(({ count }) => count(db, organizationId));

/** What a form always asks; null for one whose questions are the organization's alone. */
export const fixedOf = (key: string): FormContent | null =>
  attached.find(({ fixed }) => fixed && Object.hasOwn(fixed, key))?.fixed?.[key] ?? null;
