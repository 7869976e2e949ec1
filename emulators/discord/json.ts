/**
 * Parses JSON without losing ids: whole numbers beyond 2^53 come out as decimal strings, since some clients (discord.py)
 * send ids as numbers. Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, ...[context]: { source?: string }[]) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
      ? context?.source
      : value,
  );
}
