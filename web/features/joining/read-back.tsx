import type { Answers, FormContent } from "../../../worker/features/forms/forms.schema.ts";
import { issueText, textIn } from "../../../worker/features/forms/forms.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { withUnit } from "../../lib/units.ts";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { lacksOf, Stop } from "../forms/index.ts";
import { AnswerList, Words } from "../forms/index.ts";

/** All answers before they are sent, and by name what is still asked for. */
export function ReadBack(props: {
  content: FormContent;
  answers: Answers;
  stops: readonly Stop[];
  lacks: ReturnType<typeof lacksOf>;
  /** What the server found, by question. */
  refused: Readonly<Record<string, string>>;
  /** Whether Send was pressed. */
  isAsked: boolean;
  error: string | null;
  purgeDays: number;
  pathAt: (step: number) => string;
  onQuestion: (sectionId: string, questionId: string) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { content, answers, stops, lacks, refused, isAsked, error, pathAt, onQuestion } = props;
  const found = [
    ...lacks.map(({ section, question, issue }) => ({
      section,
      question,
      said: issue.fault === "missing" ? null : issueText(issue, language),
    })),
    ...stops.flatMap(({ section }) =>
      section.questions
        .filter(({ id }) => refused[id] && !lacks.some(({ question }) => question.id === id))
        .map((question) => ({ section, question, said: refused[question.id] ?? null })),
    ),
  ];
  return (
    <div className="grid gap-[18px] pt-3 pb-6">
      {error && found.length === 0 ? (
        <p role="alert" className="rounded-m bg-stop/10 px-3.5 py-2.5">
          {error}
        </p>
      ) : null}
      {found.length > 0 ? (
        <section
          id="lacks"
          tabIndex={-1}
          aria-labelledby="lacks-title"
          className={`rounded-m px-3.5 py-2.5 outline-none ${isAsked ? "bg-stop/10" : "bg-wait/10"}`}
        >
          <h2 id="lacks-title" className="text-base font-semibold">
            {t("joining.open", { count: found.length })}
          </h2>
          <ul>
            {found.map(({ section, question, said }) => (
              <li key={question.id} className="[overflow-wrap:anywhere]">
                <button
                  type="button"
                  className="link target min-h-6 text-left"
                  onClick={() => onQuestion(section.id, question.id)}
                >
                  {textIn(question.label, language).text}
                </button>
                {said ? <span className="block text-md text-ink-2">{said}</span> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {stops
        .filter(({ of }) => of > 0)
        .map(({ section }) => (
          <Panel
            key={section.id}
            title={<Words words={section.title} language={language} />}
            actions={
              <Link
                to={pathAt(stops.findIndex((each) => each.section === section))}
                className="link target inline-flex items-center text-md font-medium"
              >
                {t("joining.change")}
                <span className="sr-only">: {textIn(section.title, language).text}</span>
              </Link>
            }
          >
            <AnswerList
              content={content}
              answers={answers}
              questions={section.questions}
              className="pad py-1"
            />
          </Panel>
        ))}
      <p className="hint">{t("joining.purge", { days: withUnit(props.purgeDays, "day") })}</p>
    </div>
  );
}
