import {
  type Answers,
  type FormContent,
  type Question,
  shownQuestions,
} from "../../../worker/features/forms/forms.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Time } from "../../ui/time.tsx";
import { Words } from "./answer-parts.tsx";
import { type Corrections, type Piece, piecesOf } from "./answers.ts";
import { fieldWords } from "./field-words.ts";

const LOOKS = {
  same: "",
  old: "text-ink-3 line-through",
  new: "font-semibold no-underline",
} as const satisfies Record<Piece["kind"], string>;

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  const words = fieldWords(useLanguage());
  return pieces.map(({ text, kind }, at) => {
    const Element = kind === "old" ? "del" : kind === "new" ? "ins" : "span";
    const next = pieces[at + 1];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two pieces may have the same text
      <span key={`${at} ${text}`}>
        {kind === "same" ? null : <span className="sr-only">{words[kind]} </span>}
        <Element className={LOOKS[kind]}>{text}</Element>
        {next ? (kind === "old" && next.kind !== "old" ? " " : ", ") : null}
      </span>
    );
  });
}

/** Answers by the names of their questions; a corrected one with what it was. After `most` only corrected ones are shown. */
export function AnswerList(props: {
  content: FormContent;
  answers: Answers;
  corrections?: Corrections;
  questions?: readonly Question[];
  most?: number;
  /** For officers: the handle that is verified as the applicant's, null for none. */
  verifiedHandle?: string | null;
  className?: string;
}) {
  const format = useFormat();
  const language = useLanguage();
  const words = fieldWords(language);
  const { content, answers, corrections = {}, questions, most, verifiedHandle, className } = props;
  const shown = shownQuestions(content, answers).filter(
    (question) => question.kind !== "text" && (!questions || questions.includes(question)),
  );
  return (
    <dl className={className}>
      {shown.map((question, at) => {
        const correction = corrections[question.id];
        if (most !== undefined && at >= most && !correction) return null;
        const answer = answers[question.id];
        const pieces = piecesOf(question, answer, correction, language);
        const isHandle = typeof answer === "object" && "handle" in answer && verifiedHandle !== undefined;
        const isVerified = isHandle && answer.handle.toLowerCase() === verifiedHandle?.toLowerCase();
        return (
          <div
            key={question.id}
            className="grid grid-cols-[minmax(0,120px)_minmax(0,1fr)] gap-x-4 border-t border-line py-2.5 first:border-t-0 md:grid-cols-[minmax(0,160px)_minmax(0,1fr)]"
          >
            <dt className="text-md leading-[1.6] text-ink-3 [overflow-wrap:anywhere]">
              <Words words={question.short ?? question.label} language={language} />
            </dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">
              <div className={cx("whitespace-pre-line", most !== undefined && "line-clamp-3")}>
                {pieces.length > 0 ? (
                  <Pieces pieces={pieces} />
                ) : (
                  <span className="text-ink-3">{words.unanswered}</span>
                )}
                {isHandle ? (
                  <>
                    {" "}
                    <span className="inline-flex align-middle">
                      <Badge size="s" tone={isVerified ? "go" : "idle"} dot={false}>
                        {isVerified ? words.verified : words.unverified}
                      </Badge>
                    </span>
                  </>
                ) : null}
              </div>
              {correction ? (
                <Time at={correction.at} className="block hint">
                  {words.corrected(format.dayWithin(correction.at))}
                </Time>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
