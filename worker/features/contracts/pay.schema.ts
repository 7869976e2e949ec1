/** Most units of a currency that a contract can pay or name: sums and products of them stay exact. */
export const MOST_AMOUNT = 100_000_000_000;
export const MOST_RATE = 100_000_000;
export const MOST_HOURS = 1_000;

export const PAYMENT_TYPES = ["flat_rate", "percentage", "hourly"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const CURRENCIES = ["aUEC", "UEC", "REC"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** What a contract pays with; amounts are whole units, `percentageOf` and hours have at most two decimals. */
export type Payment = {
  paymentType: PaymentType;
  amount: number;
  percentageOf: number | null;
  hourlyRate: number | null;
  estimatedHours: number | null;
};

/** A number with at most two decimals in hundredths, exact. */
export const toHundredths = (value: number): number => Math.round(value * 100);

/** Whether a number has no third decimal. */
export const isInHundredths = (value: number): boolean => Math.abs(value * 100 - toHundredths(value)) < 1e-6;

const roundedHundredth = (product: number, by: number) =>
  Number((BigInt(product) * 2n + BigInt(by)) / BigInt(2 * by));

/**
 * What a contract pays in all, in whole units, halves rounded up: the amount, that share of it, or rate times hours
 * (app.md, Contract dialog). Nothing as long as what it is computed from is missing.
 */
export function payOf({ paymentType, amount, percentageOf, hourlyRate, estimatedHours }: Payment): number {
  if (paymentType === "percentage") return roundedHundredth(amount * toHundredths(percentageOf ?? 0), 10_000);
  if (paymentType === "hourly")
    return roundedHundredth((hourlyRate ?? 0) * toHundredths(estimatedHours ?? 0), 100);
  return amount;
}
