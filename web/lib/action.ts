import { useRef, useState } from "react";
import { type Failure, tellFailure } from "./failure.ts";
import { dismissFailures, type Message, toast } from "./toast.ts";

export type Outcome<Args extends unknown[], Answer> = {
  done?: Message | ((answer: Answer, ...args: Args) => Message | null | undefined) | undefined;
  /** The toast of a failure, by its title or whole; a function shows the failure itself. */
  failed: string | Failure | ((error: unknown, ...args: Args) => void);
};

/** Runs something and shows the result in a toast; resolves to whether it succeeded. */
export async function act<Args extends unknown[], Answer>(
  run: (...args: Args) => Promise<Answer> | Answer,
  { done, failed }: Outcome<Args, Answer>,
  ...args: Args
): Promise<boolean> {
  const failure = typeof failed === "string" ? { title: failed } : failed;
  if (typeof failure !== "function") dismissFailures(failure.title);
  try {
    const answer = await run(...args);
    const message = typeof done === "function" ? done(answer, ...args) : done;
    if (message) toast(message);
    return true;
  } catch (error) {
    if (typeof failure === "function") failure(error, ...args);
    else tellFailure(error, failure);
    return false;
  }
}

/** The action of a control, once at a time: `run` does nothing while it is `pending`. `running` has the arguments meanwhile. */
export function useAction<Args extends unknown[], Answer>(
  run: (...args: Args) => Promise<Answer> | Answer,
  outcome: Outcome<Args, Answer>,
) {
  const [running, setRunning] = useState<Args | null>(null);
  const isRunning = useRef(false);
  const start = async (...args: Args): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setRunning(args);
    try {
      return await act(run, outcome, ...args);
    } finally {
      isRunning.current = false;
      setRunning(null);
    }
  };
  return { run: start, pending: running !== null, running };
}
