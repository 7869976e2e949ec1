import { useState } from "react";
import { changesOf, faultsOf } from "../../../worker/features/forms/changes.schema.ts";
import { questionsOf } from "../../../worker/features/forms/forms.schema.ts";
import { type Form, summaryOf } from "../../../worker/features/forms/records.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { changeWords } from "./change-words.tsx";
import { type FormDraft, useSend } from "./forms.api.ts";

type Props = { draft: FormDraft; form: Form; isSame: boolean };

/** Whether what was typed is saved, and who is answering the live version now; with the sentence below the page's heading. */
export function Saved({ draft, form, isSame }: Props) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { state, isWaiting, savedAt, content } = draft;
  const number = form.liveNumber ?? 0;
  const filling = form.versions.find((version) => version.number === number)?.filling ?? 0;
  const questions = questionsOf(content).filter(({ kind }) => kind !== "text").length;
  const counts = t("forms.counts", { questions, sections: content.sections.length });
  const about = !number
    ? t("forms.never_published")
    : isSame
      ? t("forms.published", { number })
      : t("forms.live", { number, next: number + 1 });
  const saved =
    savedAt === null
      ? t("forms.saved_by", { when: format.ago(form.updatedAt, now), name: form.updatedBy })
      : t("forms.saved", { when: format.ago(new Date(savedAt).toISOString(), now) });
  return (
    <>
      <PageSentence>
        {counts} {about}
      </PageSentence>
      <span className="hint max-xl:order-last max-xl:w-full">
        {state?.kind === "failed" ? (
          <span role="alert" className="inline-flex flex-wrap items-center gap-2 text-stop">
            {t("forms.not_saved", { error: state.error })}
            <Button size="s" onClick={() => void draft.save()}>
              {t("action.retry")}
            </Button>
          </span>
        ) : state?.kind === "clash" ? null : (
          <span className="inline-flex items-center gap-1.5">
            {isWaiting ? null : <CheckIcon size={13} />}
            {isWaiting ? t("forms.saving") : saved}
            {filling > 0 ? ` ${t("forms.filling", { count: filling, number })}` : null}
          </span>
        )}
      </span>
    </>
  );
}

export function Publish(props: Props & { faults: number; onFault: (id: string) => void }) {
  const t = useT();
  const language = useLanguage();
  const send = useSend();
  const [isAsking, setIsAsking] = useState(false);
  const { draft, form, isSame, faults, onFault } = props;
  const number = form.liveNumber ?? 0;
  const next = number + 1;
  const filling = form.versions.find((version) => version.number === number)?.filling ?? 0;
  const [broken] = Object.keys(faultsOf(draft.content)).filter((id) => id !== "");
  const reason =
    draft.state?.kind === "clash"
      ? t("forms.clash_first")
      : faults > 0
        ? t("forms.not_ready", { count: faults })
        : isSame
          ? t("forms.same", { number })
          : null;
  const publish = async () => {
    const version = await draft.flush();
    // The page says why the draft is not saved.
    if (version === null) return false;
    draft.show(await send("POST", `/api/forms/${form.id}/publish`, { version }));
    return true;
  };
  const words = form.live ? changeWords(t, summaryOf(changesOf(form.live, draft.content)), language) : [];
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5">
      {reason && faults > 0 && broken ? (
        <button type="button" className="link text-md" onClick={() => onFault(broken)}>
          {reason}
        </button>
      ) : reason ? (
        <span className="hint">{reason}</span>
      ) : null}
      <Button variant="primary" reason={reason} onClick={() => setIsAsking(true)}>
        {t("forms.publish", { number: next })}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("forms.publish_title", { number: next })}
        description={
          <>
            {words.length > 0 ? <span className="mb-2 block first-letter:uppercase">{words}.</span> : null}
            {t("forms.publish_text")}
            {filling > 0 ? ` ${t("forms.filling", { count: filling, number })}` : null}
          </>
        }
        confirmLabel={t("forms.publish", { number: next })}
        onConfirm={publish}
        done={(isDone) => (isDone ? { title: t("forms.published", { number: next }) } : null)}
      />
    </span>
  );
}
