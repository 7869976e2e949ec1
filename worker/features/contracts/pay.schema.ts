/** Most units of a currency in any field: sums and products of such numbers are exact. */
export const MOST_AMOUNT = 100_000_000_000;
export const MOST_RATE = 100_000_000;
export const MOST_HOURS = 1_000;

export const PAYMENT_TYPES = ["flat_rate", "percentage", "hourly"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const CURRENCIES = ["aUEC", "UEC", "REC"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The terms of a contract's pay: amounts are whole units, `percentageOf` and hours have at most two decimals. */
type Payment = {
  paymentType: PaymentType;
  amount: number;
  percentageOf: number | null;
  hourlyRate: number | null;
  estimatedHours: number | null;
};

/** A number with at most two decimals as a whole number of hundredths. */
export const toHundredths = (value: number): number => Math.round(value * 100);

const roundedHundredth = (product: number, by: number) =>
  Number((BigInt(product) * 2n + BigInt(by)) / BigInt(2 * by));

/**
 * The whole pay of a contract in whole units, halves rounded up: the amount, the percentage of it, or rate times hours. 0 while
 * one of these terms is missing.
 */
export function payOf({ paymentType, amount, percentageOf, hourlyRate, estimatedHours }: Payment): number {
  if (paymentType === "percentage") return roundedHundredth(amount * toHundredths(percentageOf ?? 0), 10_000);
  if (paymentType === "hourly")
    return roundedHundredth((hourlyRate ?? 0) * toHundredths(estimatedHours ?? 0), 100);
  return amount;
}
