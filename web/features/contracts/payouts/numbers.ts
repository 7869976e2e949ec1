import { MOST_AMOUNT } from "../../../../worker/features/contracts/contracts.schema.ts";

const NUMBER = /^([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/;

/**
 * The number that was typed, by the customs of either language: a point or comma before three digits parts thousands,
 * before one or two it parts decimals, of which there may be `decimals`. Nothing typed is 0; null for what is no
 * number, negative or more than `most`.
 */
export function readNumber(text: string, decimals: 0 | 2 = 0, most = MOST_AMOUNT): number | null {
  const compact = text.replace(/[\s'’]/gu, "");
  if (compact === "") return 0;
  const [, whole, fraction = ""] = NUMBER.exec(compact) ?? [];
  if (whole === undefined || (fraction !== "" && decimals === 0)) return null;
  const value = Number(`${whole.replace(/[.,]/g, "")}.${fraction}`);
  return value > most ? null : value;
}
