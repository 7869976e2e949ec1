import { startTransition, useEffect, useState } from "react";

/** Counts from 0 to `last`, one step per rendering: a large page that renders its parts in steps shows the first one earlier. */
export function useSteps(last: number): number {
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (step < last) startTransition(() => setStep(step + 1));
  }, [step, last]);
  return step;
}
