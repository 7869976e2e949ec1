import { useState } from "react";
import {
  IMPORT_CHARACTERS,
  type ImportResult,
  type ImportReview,
} from "../../../worker/features/imports/imports.schema.ts";
import { type ImportChoices, NO_CHOICES, planImport } from "../../../worker/features/imports/plan.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { previewFile, sendImport } from "./imports.api.ts";

type ListFile = { name: string | null; content: string };

/** Why a list could not be reviewed; its code is the server's, or `too_large`. */
export type Refusal = { code: string; detail: string };

export const TOO_LARGE: Refusal = { code: "too_large", detail: "" };

/** An import from the file to its result. Choices stay after a failed request, until another file is taken. */
export function useImport(userId: number) {
  const [file, setFile] = useState<ListFile | null>(null);
  const [review, setReview] = useState<ImportReview | null>(null);
  const [choices, setChoices] = useState<ImportChoices>(NO_CHOICES);
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

  const look = (next: ListFile) =>
    run(async () => {
      setFile(next);
      if (next.content.length > IMPORT_CHARACTERS) return setRefusal(TOO_LARGE);
      setReview(await previewFile(userId, next.content));
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
    look,
    refuse: setRefusal,
    choose: (changes: Partial<ImportChoices>) => setChoices((known) => ({ ...known, ...changes })),
    /** Imports the chosen ships; after a change of the hangar it reviews the file again and keeps the choices. */
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
    restart() {
      setFile(null);
      setReview(null);
      setResult(null);
      setRefusal(null);
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
