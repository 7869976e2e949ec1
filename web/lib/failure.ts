import { debugText, errorText } from "./api.ts";
import { toast } from "./toast.ts";

/** How a failure is shown: the title of the toast, and its text made of the server's sentence. */
export type Failure = { title: string; text?: (detail: string) => string };

export function tellFailure(error: unknown, { title, text }: Failure): void {
  const detail = errorText(error);
  const debug = debugText(error);
  toast({ title, description: text?.(detail) ?? detail, debug, variant: "destructive" });
}
