import { useState } from "react";
import {
  IMPORT_CHARACTERS,
  type ImportResult,
  type ImportReview,
} from "../../../../worker/features/hangar/import/import.schema.ts";
import {
  type ImportChoices,
  NO_CHOICES,
  planImport,
} from "../../../../worker/features/hangar/import/plan.schema.ts";
import { ApiError, errorText } from "../../../lib/api.ts";
import { previewFile, sendImport } from "./import.api.ts";

/** A list of ships as it was given. */
export type ListFile = { name: string | null; content: string };

/** Why a list could not be reviewed; its code is the server's, or `too_large`. */
export type Refusal = { code: string; detail: string };

export const TOO_LARGE: Refusal = { code: "too_large", detail: "" };

const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError
    ? { code: error.code, detail: error.detail }
    : { code: "unknown", detail: errorText(error) };

/** An import from the file to its end. What was chosen stays when a request fails, until another file is taken. */
export function useImport(userId: number) {
  const [file, setFile] = useState<ListFile | null>(null);
  const [review, setReview] = useState<ImportReview | null>(null);
  const [choices, setChoices] = useState<ImportChoices>(NO_CHOICES);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** The hangar changed while the review was open, and it was made anew. */
  const [isRenewed, setIsRenewed] = useState(false);

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  const look = (next: ListFile) =>
    run(async () => {
      setFile(next);
      if (next.content.length > IMPORT_CHARACTERS) return setRefusal(TOO_LARGE);
      const read = await previewFile(userId, next.content);
      setReview(read);
      setChoices(NO_CHOICES);
      setIsRenewed(false);
    });

  return {
    file,
    review,
    choices,
    result,
    refusal,
    isBusy,
    isRenewed,
    /** Reviews a file. */
    look,
    refuse: setRefusal,
    choose: (changes: Partial<ImportChoices>) => setChoices((known) => ({ ...known, ...changes })),
    /** Imports what was chosen; where the hangar changed meanwhile, reviews the file anew and keeps the choices. */
    send: () =>
      run(async () => {
        if (!review || !file) return;
        try {
          setResult(await sendImport(userId, planImport(review, choices).input));
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== "hangar_changed") throw error;
          setReview(await previewFile(userId, file.content));
          setIsRenewed(true);
        }
      }),
    /** Goes back to the beginning. */
    restart() {
      setFile(null);
      setReview(null);
      setResult(null);
      setRefusal(null);
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
