import type { FieldError } from "react-hook-form";
import { ApiError, errorText } from "../../lib/api.ts";
import { translate } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";

/** Says that it failed, and hands the server's sentences to the fields they are about. */
export function showFailure(error: unknown, onField: (field: string, sentence: string) => void): void {
  toast({ title: translate("bots.failed"), description: errorText(error), variant: "destructive" });
  if (!(error instanceof ApiError)) return;
  for (const [field, [sentence]] of Object.entries(error.errors)) if (sentence) onField(field, sentence);
}

/** What stands under a field: the server's own sentence, or ours when the field was wrong before sending. */
export function fieldText(error: FieldError | undefined, ours: string): string | undefined {
  if (!error) return undefined;
  return error.type === "server" ? error.message : ours;
}
