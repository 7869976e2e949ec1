/**
 * Parses JSON without losing digits of ids: whole numbers beyond 2^53 become decimal strings, because some clients
 * (discord.py) send ids as numbers.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, ...[context]: { source?: string }[]) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
      ? context?.source
      : value,
  );
}
