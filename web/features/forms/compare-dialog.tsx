import type { ReactNode } from "react";
import useSWR from "swr";
import { changesOf } from "../../../worker/features/forms/changes.schema.ts";
import { type FormContent, type Question, textIn } from "../../../worker/features/forms/forms.schema.ts";
import type { Form } from "../../../worker/features/forms/records.schema.ts";
import type { Language } from "../../../worker/lib/wire.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { readVersion } from "./forms.api.ts";
import { kindText } from "./kinds.tsx";

/** A version, or the draft where `number` is 0, beside the version before it. */
export default function CompareDialog(props: {
  form: Form;
  number: number;
  draft: FormContent;
  language: Language;
  onClose: () => void;
}) {
  const t = useT();
  const { form, number, draft, language, onClose } = props;
  const later = number || (form.liveNumber ?? 0) + 1;
  const read = (which: number) => readVersion(form.id, which).then(({ content }) => content);
  const answer = useSWR(["form-versions", form.id, number, form.liveNumber], async () => {
    const [before, after] = await Promise.all([read(later - 1), number ? read(number) : null]);
    return { before, after };
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("forms.compare_title", { number: later, before: later - 1 })}
    >
      <AnswerView answer={answer} loading={<SkeletonLines lines={6} />}>
        {({ before, after }) => <Differences {...{ before, after: after ?? draft, language }} />}
      </AnswerView>
    </Dialog>
  );
}

function Differences(props: { before: FormContent; after: FormContent; language: Language }) {
  const t = useT();
  const { before, after, language } = props;
  const { added, removed, reworded, altered, moved, sections } = changesOf(before, after);
  const name = (question: Question) => {
    const { text, language: own } = textIn(question.label, language);
    return <span lang={own}>{text || t("forms.no_label")}</span>;
  };
  const group = (title: string, items: readonly ReactNode[]) =>
    items.length > 0 ? (
      <section key={title} className="mt-4 first:mt-0">
        <h3 className="label">{title}</h3>
        <ul className="mt-1.5 grid gap-2 [overflow-wrap:anywhere]">{items}</ul>
      </section>
    ) : null;
  const line = (question: Question, content: ReactNode) => <li key={question.id}>{content}</li>;
  return (
    <div>
      {group(
        t("forms.group.added"),
        added.map((each) =>
          line(
            each,
            <>
              <b>{name(each)}</b> <span className="hint">{kindText(t, each)}</span>
            </>,
          ),
        ),
      )}
      {group(
        t("forms.group.reworded"),
        reworded.map((pair) =>
          line(
            pair.after,
            <>
              <s className="block text-ink-3">{name(pair.before)}</s>
              <b>{name(pair.after)}</b>
            </>,
          ),
        ),
      )}
      {group(
        t("forms.group.altered"),
        altered.map((pair) =>
          line(
            pair.after,
            <>
              {name(pair.after)}
              <span className="block hint">
                {t("forms.was_is", { was: partsOf(t, pair.before), is: partsOf(t, pair.after) })}
              </span>
            </>,
          ),
        ),
      )}
      {group(
        t("forms.group.moved"),
        moved.map((each) => line(each, name(each))),
      )}
      {group(
        t("forms.group.removed"),
        removed.map((each) => line(each, <s className="text-ink-3">{name(each)}</s>)),
      )}
      {sections > 0 ? (
        <p className="mt-4 text-ink-2 first:mt-0">{t("forms.changed.sections", { count: sections })}</p>
      ) : null}
    </div>
  );
}

/** What a question is besides its words: "Several of 6, must be answered, shown by a condition". */
function partsOf(t: ReturnType<typeof useT>, question: Question): string {
  return [
    kindText(t, question),
    question.required ? t("forms.part.required") : null,
    question.when ? t("forms.part.when") : null,
  ]
    .filter(Boolean)
    .join(", ");
}
