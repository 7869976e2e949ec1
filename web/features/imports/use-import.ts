import { useEffect, useMemo, useState } from "react";
import * as z from "zod/mini";
import {
  IMPORT_CHARACTERS,
  type ImportResult,
  type ImportReview,
} from "../../../worker/features/imports/imports.schema.ts";
import { type ImportChoices, NO_CHOICES, planImport } from "../../../worker/features/imports/plan.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { contentOf, createDrafts, type Draft, draftShape } from "../../lib/drafts.ts";
import { useDrafts } from "../../lib/use-drafts.ts";
import { previewFile, sendImport } from "./imports.api.ts";

/** What an import keeps until it is done: the list, its reader's choices, and typed text that was not reviewed. */
const KEPT = { file: 1, choices: 2, text: 3 } as const;

const importDrafts = createDrafts<Draft, { version: number }>("import", draftShape);

const listFile = z.object({ name: z.nullable(z.string()), content: z.string() });
type ListFile = z.infer<typeof listFile>;

const choicesShape = z.object({
  answers: z.record(z.string(), z.nullable(z.number())),
  left: z.array(z.number()),
  wanted: z.array(z.number()),
  removed: z.array(z.number()),
  nicknames: z.boolean(),
  pledges: z.boolean(),
});

const fileOf = (draft: Draft | undefined): ListFile | null => contentOf(listFile, draft);
const choicesOf = (draft: Draft | undefined): ImportChoices => contentOf(choicesShape, draft) ?? NO_CHOICES;
const draftOf = (content: ListFile | ImportChoices): Draft => ({
  text: JSON.stringify(content),
  version: 0,
});

/** Why a list could not be reviewed; its code is the server's, or `too_large`. */
export type Refusal = { code: string; detail: string };

export const TOO_LARGE: Refusal = { code: "too_large", detail: "" };

/** Whether the list itself was refused, so that another one is needed. */
export const isOfFile = ({ code }: Refusal) =>
  code === TOO_LARGE.code || code.startsWith("import_") || code === "body_too_large";

/**
 * An import from the file to its result. The list and its reader's choices are kept until it is done or another list is
 * taken, also through Back, a reload and the end of the session: the list is then reviewed anew.
 */
export function useImport(userId: number) {
  const kept = useDrafts(importDrafts, userId);
  const [fileDraft, choicesDraft] = [kept.draftOf(KEPT.file), kept.draftOf(KEPT.choices)];
  const file = useMemo(() => fileOf(fileDraft), [fileDraft]);
  const choices = useMemo(() => choicesOf(choicesDraft), [choicesDraft]);
  const [review, setReview] = useState<ImportReview | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  /** The hangar changed during the review, so that it was made again. */
  const [isRenewed, setIsRenewed] = useState(false);

  const { run, pending: isBusy } = useAction(
    (work: () => Promise<void>) => {
      setRefusal(null);
      return work();
    },
    {
      failed: (error) =>
        setRefusal(error instanceof ApiError ? error : { code: "unknown", detail: errorText(error) }),
    },
  );

  const discard = (...names: (keyof typeof KEPT)[]) => {
    for (const name of names) kept.discard(KEPT[name]);
  };
  const preview = ({ content }: ListFile) =>
    run(async () => {
      if (content.length > IMPORT_CHARACTERS) return setRefusal(TOO_LARGE);
      try {
        setReview(await previewFile(userId, content));
      } catch (error) {
        // A file that holds no ships would be refused each time.
        if (error instanceof ApiError && isOfFile(error)) discard("file");
        throw error;
      }
      setIsRenewed(false);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reviews the kept list when the page opens; look() takes others.
  useEffect(() => {
    if (file) void preview(file);
  }, []);

  return {
    ...{ file, review, choices, result, refusal, isBusy, isRenewed },
    typed: kept.draftOf(KEPT.text)?.text ?? "",
    type: (text: string) => kept.type(KEPT.text, { text, version: 0 }, text === ""),
    /** Takes a list. */
    look(next: ListFile) {
      discard("choices");
      if (next.content.length <= IMPORT_CHARACTERS) kept.type(KEPT.file, draftOf(next));
      return preview(next);
    },
    /** Reviews the list once more, with the same choices. */
    again: () => file && preview(file),
    refuse: setRefusal,
    choose: (changes: Partial<ImportChoices>) =>
      kept.type(KEPT.choices, draftOf({ ...choicesOf(kept.draftOf(KEPT.choices)), ...changes })),
    /** Imports the chosen ships; after a change of the hangar it reviews the file again and keeps the choices. */
    send: () =>
      run(async () => {
        if (!review || !file) return;
        try {
          setResult(await sendImport(userId, planImport(review, choices).input));
          discard("file", "choices", "text");
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== "hangar_changed") throw error;
          setReview(await previewFile(userId, file.content));
          setIsRenewed(true);
        }
      }),
    restart() {
      discard("file", "choices");
      setReview(null);
      setResult(null);
      setRefusal(null);
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
