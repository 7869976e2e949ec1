import { changesOf } from "../../../worker/features/forms/changes.schema.ts";
import { summaryOf } from "../../../worker/features/forms/records.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { changeWords } from "./change-words.tsx";
import type { FormDraft } from "./forms.api.ts";

/** Says what another user saved meanwhile, and asks which draft to keep. */
export function Theirs({ draft }: { draft: FormDraft }) {
  const t = useT();
  const language = useLanguage();
  const { state, base } = draft;
  if (state?.kind !== "clash") return null;
  const theirs = state.current;
  const words = changeWords(t, summaryOf(changesOf(base.draft, theirs.draft)), language);
  return (
    <section role="alert" className="mb-4 rounded-m border border-wait/45 bg-wait/8 p-3.5">
      <h2 className="font-semibold">{t("forms.clash", { name: theirs.updatedBy })}</h2>
      <p className="mt-1 text-ink-2 first-letter:uppercase">
        {words.length > 0 ? words : t("forms.clash_same")}. {t("forms.clash_text")}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void draft.save(theirs.version)}>{t("conflict.keep_mine")}</Button>
        <Button onClick={() => draft.takeTheirs(theirs)}>{t("conflict.take_theirs")}</Button>
      </div>
    </section>
  );
}
