/** A form's values as a call takes them: texts trimmed, and what is empty or left out not sent. Null stays: it clears. */
export function toInput(values: unknown): unknown {
  if (typeof values !== "object" || values === null) return values;
  const filled = Object.entries(values)
    .map(([field, value]): [string, unknown] => [field, typeof value === "string" ? value.trim() : value])
    .filter(([, value]) => value !== "" && value !== undefined);
  return Object.fromEntries(filled);
}

/** What the server said of the fields that a form has, one sentence each, out of the sentences of a problem document. */
export const placeErrors = (
  sentences: Record<string, string[]>,
  fields: readonly string[],
): [field: string, sentence: string][] =>
  Object.entries(sentences)
    .filter(([field]) => fields.includes(field))
    .map(([field, all]) => [field, all.join(" ")]);
