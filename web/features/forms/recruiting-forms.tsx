import type { ReactNode } from "react";
import type { Form } from "../../../worker/features/forms/records.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useAddress } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button } from "../../ui/button.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ADDRESS, Builder } from "./builder.tsx";
import { useForms, useSend } from "./forms.api.ts";

/** The forms that every organization may have: of applicants from outside, for contracts and for the security team. */
const KEYS = ["recruit", "contract", "security"] as const;
type Key = (typeof KEYS)[number];

/** The forms of the organization. @param lead stands before them */
export default function RecruitingForms({ lead }: { lead: ReactNode }) {
  const answer = useForms();
  return (
    <>
      {answer.data ? null : <div className="mb-4">{lead}</div>}
      <AnswerView answer={answer} loading={<Loading />} stateClass="panel">
        {(forms) => <Forms forms={forms} lead={lead} />}
      </AnswerView>
    </>
  );
}

function Loading() {
  return (
    <div className="panel grid h-[560px] grid-cols-[345px_1fr_395px] divide-x divide-line max-xl:block">
      {["list", "question", "preview"].map((part) => (
        <div key={part} className="p-5 max-xl:not-first:hidden">
          <Skeleton className="mb-6 h-5 w-40" />
          <SkeletonLines lines={9} />
        </div>
      ))}
    </div>
  );
}

function Forms({ forms, lead }: { forms: readonly Form[]; lead: ReactNode }) {
  const t = useT();
  const { address, hrefWith } = useAddress("/admin", ADDRESS);
  const known: readonly string[] = [...KEYS, ...forms.map(({ key }) => key)];
  const chosen = known.includes(address.form) ? address.form : KEYS[0];
  const form = forms.find(({ key }) => key === chosen);
  const isOther = form && !KEYS.some((key) => key === chosen);
  const switcher = (
    <>
      {lead}
      <SegmentedLinks
        label={t("forms.forms")}
        options={[
          ...KEYS.map((key) => ({ value: key as string, label: t(`forms.of.${key}`) })),
          ...(isOther ? [{ value: chosen, label: form.name }] : []),
        ]}
        value={chosen}
        to={(key) => hrefWith({ tab: "recruiting", form: key, part: "" })}
      />
    </>
  );
  if (form) return <Builder key={form.id} form={form} switcher={switcher} />;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-x-4 gap-y-2.5">{switcher}</div>
      <Start of={KEYS.find((key) => key === chosen) ?? KEYS[0]} />
    </>
  );
}

/** No form yet: applicants from outside are asked nothing, the others the five steps alone. */
function Start({ of }: { of: Key }) {
  const t = useT();
  const send = useSend();
  const { run, pending } = useAction(() => send("POST", "", { key: of, name: t(`forms.of.${of}`) }), {
    failed: t("forms.start_failed"),
  });
  const isRecruit = of === "recruit";
  return (
    <div className="panel">
      {isRecruit ? <PageSentence>{t("forms.none_sentence")}</PageSentence> : null}
      <EmptyState
        title={t(isRecruit ? "forms.none" : "forms.none_added")}
        action={
          <Button variant="primary" pending={pending} onClick={() => void run()}>
            {t(isRecruit ? "forms.start" : "forms.start_adding")}
          </Button>
        }
      />
    </div>
  );
}
