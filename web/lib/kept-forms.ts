import * as z from "zod/mini";
import { contentOf, createDrafts, draftShape } from "./drafts.ts";
import { privateStorage, type Store } from "./private-storage.ts";

type Values = Record<string, unknown>;

const typedShape = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

/** Changed fields of a form: the first value of each, and the one that was typed. */
type Typed = z.infer<typeof typedShape>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields of a form that were changed, without the secret ones. */
export function typedInto(defaults: Values, values: Values, secret: readonly string[] = []): Typed {
  const changed = Object.entries(values).filter(
    ([field, value]) => !secret.includes(field) && !isSame(value, defaults[field]),
  );
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: defaults[field] ?? null, to }]));
}

/** The typed values whose fields still have the first value that they had when the user typed. */
export const stillFitting = (typed: Typed, defaults: Values): [field: string, value: unknown][] =>
  Object.entries(typed)
    .filter(([field, { from }]) => isSame(from, defaults[field] ?? null))
    .map(([field, { to }]) => [field, to]);

/** The changed fields of forms while a page is loaded anew, by the name of the form. */
export function createKeptForms(store: () => Store = () => privateStorage.store) {
  const drafts = createDrafts("forms", draftShape, store);
  const shape = z.record(z.string(), typedShape);
  const read = (userId: number) => contentOf(shape, drafts.read(userId, 0)) ?? {};
  const write = (userId: number, forms: z.infer<typeof shape>) => {
    if (Object.keys(forms).length === 0) drafts.drop(userId, 0);
    else drafts.keep(userId, 0, { text: JSON.stringify(forms), version: 0 });
  };
  return {
    keep(userId: number, name: string, typed: Typed): void {
      if (Object.keys(typed).length > 0) write(userId, { ...read(userId), [name]: typed });
    },
    /** Returns the changed fields of a form and forgets them. */
    take(userId: number, name: string): Typed {
      const { [name]: typed, ...others } = read(userId);
      if (typed) write(userId, others);
      return typed ?? {};
    },
  };
}
