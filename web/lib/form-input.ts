/** A form's values as a call takes them: texts trimmed, and what is empty or left out not sent. Null stays: it clears. */
export function toInput(values: unknown): unknown {
  if (typeof values !== "object" || values === null) return values;
  const filled = Object.entries(values)
    .map(([field, value]): [string, unknown] => [field, typeof value === "string" ? value.trim() : value])
    .filter(([, value]) => value !== "" && value !== undefined);
  return Object.fromEntries(filled);
}

/**
 * What the server said of the fields that a form has, one sentence each.
 * @param sentences of a problem document, by field
 * @param also further sentences by field
 */
export function placeErrors(
  sentences: Record<string, string[]>,
  fields: readonly string[],
  also: Record<string, string> = {},
): [field: string, sentence: string][] {
  const said = {
    ...Object.fromEntries(Object.entries(sentences).map(([field, all]) => [field, all.join(" ")])),
    ...also,
  };
  return Object.entries(said).filter(([field]) => fields.includes(field));
}
