import { startTransition, useEffect, useState } from "react";

/**
 * Counts from 0 to `last`, one up after each drawing. A large page that draws its parts from the top down in such
 * steps shows the first one earlier and answers the user between two of them.
 */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step < last) startTransition(() => setStep(step + 1));
  }, [step, last]);
  return step;
}
