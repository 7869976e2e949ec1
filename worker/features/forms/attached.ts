import type { Db, Statement } from "../../lib/db/client.ts";

/** People of one version of a form. */
export type Counted = { formId: number; number: number; answered: number; filling: number };

/** What the feature that asks by forms adds to them; its `index.ts` passes it in. */
type Attached = {
  /** The statement that counts who answered each version of an organization's forms, and who is answering it now. */
  count: (db: Db, organizationId: number) => Statement & PromiseLike<Counted[]>;
};

const attached: Partial<Attached> = {};

/**
 * Sets a feature's parts of forms, which do not import it. Its tables raise the topic `forms` where what they count changes.
 */
export function attachToForms(parts: Attached): void {
  Object.assign(attached, parts);
}

/** The statement that counts, where there is a feature that asks by forms. */
export const counting = (db: Db, organizationId: number): Statement[] =>
  attached.count ? [attached.count(db, organizationId)] : [];
