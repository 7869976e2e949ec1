/** Hundredths of a text such as "0.5", "0,75" or "10", with at most two decimals; null for other texts. */
export function readHundredths(text: string): number | null {
  const [, whole, decimals = ""] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.replace("%", "").trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}
