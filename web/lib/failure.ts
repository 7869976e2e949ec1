import { debugText, errorText } from "./api.ts";
import { type Message, toast } from "./toast.ts";

/** How a failure is shown: by the toast's title, its text made of the server's sentence, its button and its duration. */
export type Failure = Pick<Message, "title" | "action" | "duration"> & { text?: (detail: string) => string };

export function tellFailure(error: unknown, { text, ...message }: Failure): void {
  const detail = errorText(error);
  const debug = debugText(error);
  toast({ ...message, description: text?.(detail) ?? detail, debug, variant: "destructive" });
}
