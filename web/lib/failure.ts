import { debugText, errorText } from "./api.ts";
import { toast } from "./toast.ts";

/** How a failure is told: the toast's title, and its text around the server's sentence where that is not all of it. */
export type Failure = { title: string; text?: (detail: string) => string };

/** Tells in a toast why something failed. */
export function tellFailure(error: unknown, { title, text }: Failure): void {
  const detail = errorText(error);
  const debug = debugText(error);
  toast({ title, description: text?.(detail) ?? detail, debug, variant: "destructive" });
}
