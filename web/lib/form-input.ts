/** The values of a form as input: texts are trimmed, empty and undefined values omitted. Null stays, since it clears. */
export function toInput(values: object): unknown {
  const filled = Object.entries(values)
    .map(([field, value]): [string, unknown] => [field, typeof value === "string" ? value.trim() : value])
    .filter(([, value]) => value !== "" && value !== undefined);
  return Object.fromEntries(filled);
}

/** The server's sentences for the fields of a form, one for each, from those of a problem document. */
export const placeErrors = (
  sentences: Record<string, string[]>,
  fields: readonly string[],
): [field: string, sentence: string][] =>
  Object.entries(sentences)
    .filter(([field]) => fields.includes(field))
    .map(([field, all]) => [field, all.join(" ")]);
