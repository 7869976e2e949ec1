import { useState } from "react";
import { act } from "./action.ts";
import { type Message, toast } from "./toast.ts";

/** Copies a text and shows `done` in a toast, or `failed` with the text, for the user to copy by hand. */
export const copyText = (text: string, done: Message, failed: string): Promise<boolean> =>
  act(() => navigator.clipboard.writeText(text), {
    done,
    failed: () => toast({ title: failed, description: text, variant: "destructive" }),
  });

/** A text that can be copied, and whether that has succeeded or failed; null before. */
export function useCopy(text: string) {
  const [state, setState] = useState<"copied" | "failed" | null>(null);
  const copy = async () => {
    const isCopied = await act(() => navigator.clipboard.writeText(text), { failed: () => undefined });
    setState(isCopied ? "copied" : "failed");
  };
  return { state, copy };
}
