import { useState } from "react";
import * as z from "zod/mini";
import { timesIn, timestamp } from "../../../../worker/lib/times.schema.ts";
import { instant } from "../../../../worker/lib/wire.schema.ts";
import { DATE_FORMATS } from "../../../lib/format.ts";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { DateTime, EveningPicks } from "../../../ui/date-time.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";

/** Puts times into an answer, of which the applicant takes one by a press, and says those that are in it. */
export function TimeTool({ text, onPick }: { text: string; onPick: (text: string) => void }) {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="s" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t("review.propose")}
      </Button>
      {timesIn(text).map((at) => (
        <span key={at}>{DATE_FORMATS.moment(at, language)}</span>
      ))}
      {isOpen ? (
        <FormDialog
          title={t("review.propose")}
          confirmLabel={t("review.propose")}
          width={420}
          schema={z.strictObject({ at: instant })}
          defaults={{ at: "" }}
          failure={{ title: t("review.propose") }}
          onSubmit={async ({ at }) => onPick(timestamp(at))}
          onClose={() => setIsOpen(false)}
        >
          {({ values, set, errorOf }) => (
            <>
              <Field label={t("review.when")} error={errorOf("at")}>
                <DateTime value={values.at || null} onChange={(at) => set("at", at ?? "")} />
              </Field>
              <span className="flex flex-wrap gap-1.5">
                <EveningPicks onPick={(at) => set("at", at)} />
              </span>
            </>
          )}
        </FormDialog>
      ) : null}
    </>
  );
}
