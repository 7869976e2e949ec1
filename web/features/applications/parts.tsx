import type {
  Application,
  ApplicationFields,
} from "../../../worker/features/applications/applications.schema.ts";
import { nameOfField } from "../../../worker/features/applications/wizard.schema.ts";
import { textIn } from "../../../worker/features/forms/forms.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Fact } from "../../ui/facts.tsx";
import { answerText, Words } from "../forms/index.ts";
import { applications } from "./applications.api.ts";

const TONES = { pending: "new", accepted: "go", declined: "stop", withdrawn: "idle" } as const;

/** The name of a field of an application, in the reader's language. */
export function useFieldName(): (id: keyof ApplicationFields) => string {
  const language = useLanguage();
  return (id) => textIn(nameOfField(id), language).text;
}

/** The questions that the organization added, with their answers, among the facts of an application. */
export function AddedFacts({ added, className }: Pick<Application, "added"> & { className?: string }) {
  const language = useLanguage();
  return added.map(({ question, answer }) => (
    <Fact
      key={question.id}
      label={<Words words={question.short ?? question.label} language={language} />}
      {...(className && { className })}
    >
      {answerText(question, answer, language)}
    </Fact>
  ));
}

export function Outcome({ status }: Pick<Application, "status">) {
  const t = useT();
  return (
    <Badge tone={TONES[status]} size="s">
      {t(`applications.status.${status}`)}
    </Badge>
  );
}

export function useAgo(): (at: string) => string {
  const format = useFormat();
  const now = useNow();
  return (at) => format.ago(at, now);
}

export const Message = ({ text }: { text: string | null }) =>
  text ? <q className="block text-ink-2 whitespace-pre-line [overflow-wrap:anywhere]">{text}</q> : null;

export const ENTERED = {
  list: "grid gap-y-1 text-md",
  row: "flex gap-3 max-sm:flex-col max-sm:gap-0",
  label: "w-[132px] flex-none text-sm leading-[1.6] text-ink-3",
  value: "min-w-0 whitespace-pre-line [overflow-wrap:anywhere]",
};

export function Handle(props: { text: string; isVerified: boolean; dot?: boolean }) {
  const t = useT();
  const { text, isVerified, dot = false } = props;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {text}
      {isVerified ? (
        <Badge tone="go" size="s" dot={dot}>
          {t("applications.verified")}
        </Badge>
      ) : null}
    </span>
  );
}

export function Withdraw({ application }: { application: Application }) {
  const t = useT();
  return (
    <ConfirmButton
      size="s"
      label={t("applications.withdraw")}
      title={t("applications.withdraw_ask")}
      description={t("applications.withdraw_text")}
      danger
      onConfirm={() => applications.edit(application, { call: "/withdraw", body: {}, patch: {} })}
      done={{ title: t("applications.withdrawn") }}
    />
  );
}
