import { useState } from "react";
import { type Answers, checkAnswers } from "../../../worker/features/forms/forms.schema.ts";
import type { Team } from "../../../worker/features/teams/teams.schema.ts";
import { useAction } from "../../lib/action.ts";
import { errorText } from "../../lib/api.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { createSendKeys } from "../../lib/send-keys.ts";
import { useUser } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { DiscardDialog } from "../../ui/confirm.tsx";
import {
  AnswerList,
  FormSection,
  lacksOf,
  refusedOf,
  SteppedDialog,
  stopsOf,
  Words,
} from "../forms/index.ts";
import { applications, kept, teams } from "./teams.api.ts";

/** The questions of a team, a section at a time, and at the end all answers before they are sent. */
export default function ApplyDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const userId = useUser().user?.id ?? 0;
  const { id: teamId, name } = team;
  const [keys] = useState(createSendKeys);
  const [answers, setAnswers] = useState<Answers>(() => kept.read(userId, teamId) ?? {});
  const [isKept, setIsKept] = useState(true);
  const [step, setStep] = useState(0);
  /** The last page whose lacks are shown, and how often it was asked for what lacks. */
  const [asked, setAsked] = useState({ step: -1, times: 0 });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  // A form that is taken back while it is answered keeps its last questions.
  const [form, setForm] = useState(team.form);
  if (team.form && team.form.number !== form?.number) setForm(team.form);

  const send = useAction(
    async () => {
      const input = { teamId, formNumber: form?.number, answers };
      await applications.create(input, { key: keys.of(input) });
      kept.keep(userId, teamId, null);
      toast({ title: t("teams.sent", { name }) });
      onClose();
    },
    {
      failed: (failure) => {
        const said = refusedOf(failure);
        setRefused(said);
        setError(errorText(failure));
        const [first] = Object.keys(said);
        const at = stops.findIndex(({ section }) => section.questions.some(({ id }) => id === first));
        if (at >= 0) setStep(at);
        // What is asked, or whether anything is, may be outdated.
        teams.refresh();
      },
    },
  );
  if (!form) return null;
  const { content } = form;
  const stops = stopsOf(content, answers);
  const stop = stops[step];
  const issues = checkAnswers(content, answers, { complete: asked.step >= step });
  const change: Parameters<typeof FormSection>[0]["onChange"] = (id, value) => {
    const { [id]: _, ...others } = answers;
    const next = value === undefined ? others : { ...others, [id]: value };
    setAnswers(next);
    setIsKept(kept.keep(userId, teamId, Object.keys(next).length > 0 ? next : null));
    const { [id]: __, ...rest } = refused;
    setRefused(rest);
    setError(null);
  };
  const next = () => {
    const lacks = lacksOf(content, answers);
    const at = stops.findIndex(({ section }) => lacks.some((each) => each.section === section));
    if (at >= 0 && at <= step) {
      setAsked(({ times }) => ({ step: at, times: times + 1 }));
      return setStep(at);
    }
    if (stop) setStep(step + 1);
    else void send.run();
  };
  const leave = () => {
    if (send.pending) return;
    if (isKept) onClose();
    else setIsLeaving(true);
  };
  const pages = stops.length + 1;
  return (
    <SteppedDialog
      title={t("teams.apply_to", { name })}
      page={{
        title: stop ? <Words words={stop.section.title} language={language} /> : t("teams.read_back"),
        place: t("teams.step", { at: step + 1, of: pages }),
        ...{ from: step, count: pages },
      }}
      focusKey={`${step} ${asked.times} ${Object.keys(refused)}`}
      said={
        error ? (
          <p role="alert" className="-order-1 basis-full text-stop">
            {error}
          </p>
        ) : null
      }
      back={{ label: t("teams.back"), run: () => setStep(step - 1) }}
      next={{ label: t(stop ? "teams.next" : "teams.send"), run: next, pending: send.pending }}
      onLeave={leave}
    >
      {stop ? (
        <FormSection
          key={stop.section.id}
          content={content}
          section={stop.section}
          answers={answers}
          onChange={change}
          language={language}
          errors={{ ...issues, ...refused }}
          isDense
        />
      ) : (
        <div data-first="" tabIndex={-1} className="outline-none">
          <AnswerList content={content} answers={answers} />
          <p className="mt-3 border-t border-line pt-3 hint">{t("teams.private")}</p>
        </div>
      )}
      <DiscardDialog open={isLeaving} onOpenChange={setIsLeaving} onDiscard={onClose} />
    </SteppedDialog>
  );
}
