/** Splits a sum without a contract. */
export default function SplitCalculator() {
  return null;
}
