import { useEffect, useRef, useState } from "react";
import { type AnswerIssue, checkAnswers } from "../../../worker/features/forms/forms.schema.ts";
import type { OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { useAction } from "../../lib/action.ts";
import { text, useAddress } from "../../lib/address.ts";
import { errorText } from "../../lib/api.ts";
import { onReconnected } from "../../lib/connection.ts";
import { cx } from "../../lib/cx.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { APPLICATION_PATH } from "../../lib/paths.ts";
import { useStore } from "../../lib/store.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { useDocumentTitle } from "../../ui/page.tsx";
import { FormSection, focusQuestion, lacksOf, refusedOf, stopsOf, Words } from "../forms/index.ts";
import { createAnswerDraft, keptTyped } from "./answer-draft.ts";
import { InHeader } from "./frame.tsx";
import { application, refresh } from "./joining.api.ts";
import { ReadBack } from "./read-back.tsx";
import { Saved } from "./saved.tsx";
import { Steps } from "./steps.tsx";
import { Unmet, useHindrances } from "./unmet.tsx";

type Form = NonNullable<OwnAdmission["form"]>;
type Props = { own: OwnAdmission; form: Form; user: CurrentUser };

/** The last section; no section of a form has such an id. */
const LAST = "read-it";
const shape = { section: text(20) };

/** The answers of this user, saved while they type. */
function useAnswerDraft({ own, form, user }: Props) {
  const number = useRef(form.number);
  number.current = form.number;
  const [draft] = useState(() =>
    createAnswerDraft({
      saved: own.admission?.status === "draft" ? own.admission : null,
      typed: keptTyped.read(user.id, form.id) ?? {},
      save: (answers, version) => application.save({ answers, version, formNumber: number.current }),
      keep: (typed) => keptTyped.keep(user.id, form.id, typed),
      onOutdated: () => void refresh(),
    }),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => draft.isLosing() && event.preventDefault();
    addEventListener("beforeunload", warn);
    draft.begin();
    const unfollow = onReconnected(() => void draft.flush());
    return () => {
      removeEventListener("beforeunload", warn);
      unfollow();
      void draft.flush();
    };
  }, [draft]);
  useEffect(() => draft.meet(own.admission), [draft, own.admission]);
  return draft;
}

/** Says where answers are kept when that changes, not at each save. */
function Spoken({ kind }: { kind: "kept" | "saved" | string }) {
  const t = useT();
  const said = kind === "kept" ? t("joining.kept") : kind === "saved" ? t("joining.saved") : "";
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** The application as it is filled in: one section at a time, and at the end all answers before they are sent. */
export default function ApplicationForm(props: Props) {
  const t = useT();
  const language = useLanguage();
  const { own, form } = props;
  const { content } = form;
  const draft = useAnswerDraft(props);
  const { answers, saving } = useStore(draft.store);
  const { address, hrefWith, open, change: moveTo } = useAddress(APPLICATION_PATH, shape);
  const heading = useRef<HTMLHeadingElement>(null);
  const wanted = useRef<string | null>(null);
  const [firstNumber] = useState(form.number);
  const [isAsked, setIsAsked] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const hindrance = useHindrances()(own)[0] ?? null;
  useDocumentTitle(t("joining.title"));

  const stops = stopsOf(content, answers);
  // An organization may have its own words for the last section, which asks nothing.
  const ending = content.sections.findLast(({ questions }) => questions.length === 0);
  const lastTitle = ending ? <Words words={ending.title} language={language} /> : t("joining.read_it");
  const found = stops.findIndex(({ section }) => section.id === address.section);
  const at = address.section === LAST ? stops.length : Math.max(found, 0);
  const stop = stops[at];
  const lacks = lacksOf(content, answers);
  const isChanged = form.newNumber !== null || form.number !== firstNumber;
  const pathAt = (step: number) => hrefWith({ section: stops[step]?.section.id ?? LAST });
  const go = (section: string) => open({ section });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the section, not as it is filled in.
  useEffect(() => {
    if (heading.current?.dataset["at"] === undefined) {
      // The first one is read from the top of the page.
      heading.current?.setAttribute("data-at", "");
      if (address.section === "") return;
    }
    window.scrollTo(0, 0);
    if (wanted.current) focusQuestion(wanted.current);
    else heading.current?.focus({ preventScroll: true });
    wanted.current = null;
  }, [at]);

  const change: Parameters<typeof FormSection>[0]["onChange"] = (id, value) => {
    draft.change(id, value);
    const { [id]: _, ...others } = refused;
    setRefused(others);
    setError(null);
  };
  const send = useAction(
    async () => {
      setError(null);
      setIsAsked(true);
      if (lacks.length > 0) throw null;
      await draft.send((all, version) => application.send({ answers: all, version }));
      await refresh();
      // Another one begins at its first section.
      moveTo({ section: "" });
    },
    {
      failed: (failure) => {
        if (failure === null) return document.getElementById("lacks")?.focus();
        setRefused(refusedOf(failure));
        setError(errorText(failure));
        void refresh();
      },
    },
  );
  const showQuestion = (section: string, questionId: string) => {
    wanted.current = questionId;
    go(section);
  };
  const issues: Record<string, AnswerIssue> = checkAnswers(content, answers, { complete: isAsked });
  const answered = stops.reduce((sum, each) => sum + each.answered, 0);
  const all = stops.reduce((sum, each) => sum + each.of, 0);
  const saved = <Saved saving={saving} onSignIn={() => void draft.flush()} />;
  const steps = [
    ...stops.map(({ section, answered, of, open }, step) => ({
      key: section.id,
      name: <Words words={section.title} language={language} />,
      caption:
        of === 0
          ? null
          : answered === 0
            ? t("joining.questions", { count: of })
            : t("joining.answered", { answered, of }),
      isDone: answered > 0 && open.length === 0,
      state: step === at ? ("now" as const) : ("next" as const),
      to: pathAt(step),
    })),
    {
      key: LAST,
      name: lastTitle,
      caption: null,
      isDone: false,
      state: stop ? ("next" as const) : ("now" as const),
      to: pathAt(stops.length),
    },
  ];
  return (
    <div className="mx-auto grid max-w-[1024px] grid-cols-[minmax(0,1fr)] gap-x-12 px-7 pt-8 pb-10 max-md:px-4 max-md:pt-5 max-md:pb-28 md:grid-cols-[232px_minmax(0,1fr)]">
      <InHeader>{saved}</InHeader>
      <Spoken kind={saving.kind} />
      <nav aria-label={t("joining.sections")} className="max-md:hidden">
        <div className="sticky top-[86px]">
          <h2 className="mb-5 font-display text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
            {t("joining.apply", { name: own.organization.name })}
          </h2>
          <Steps label={t("joining.sections")} steps={steps} />
          <p className="mt-3 border-t border-line pt-4 hint">{t("joining.leave")}</p>
        </div>
      </nav>
      <div className="min-w-0">
        <div className="mb-4 md:hidden">
          <p className="flex justify-between gap-3 text-md text-ink-2">
            <span>{t("joining.section_of", { at: at + 1, of: steps.length })}</span>
            <span>{t("joining.answered", { answered, of: all })}</span>
          </p>
          <ol aria-label={t("joining.sections")} className="flex gap-1">
            {steps.map(({ key, name, to }, step) => (
              <li key={key} className="flex-1">
                <Link
                  to={to}
                  aria-current={step === at ? "step" : undefined}
                  className="flex h-6 items-center rounded-s"
                >
                  <span className={cx("meter flex-1", step === at ? "bg-ice" : step < at && "bg-ink-3")} />
                  <span className="sr-only">{name}</span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-display text-xl leading-tight font-semibold tracking-[0.005em] outline-none [overflow-wrap:anywhere]"
        >
          {stop ? <Words words={stop.section.title} language={language} /> : lastTitle}
        </h1>
        {isChanged ? (
          <p role="status" className="mt-3 rounded-m bg-deck px-3.5 py-2.5 text-md text-ink-2">
            {t("joining.changed", { number: form.number })}
          </p>
        ) : null}
        {at === 0 || !stop ? <Unmet own={own} className="mt-3" /> : null}
        {stop ? (
          <FormSection
            key={stop.section.id}
            content={content}
            section={stop.section}
            answers={answers}
            onChange={change}
            language={language}
            errors={{ ...issues, ...refused }}
            note={t("joining.officers")}
            verifiedHandle={own.verifiedHandle}
          />
        ) : (
          <ReadBack
            {...{ content, answers, stops, lacks, refused, isAsked, error, pathAt }}
            purgeDays={own.purgeDays}
            onQuestion={showQuestion}
          />
        )}
        <div
          data-bar=""
          className="z-10 flex items-center justify-between gap-4 border-t border-line max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:bg-hull max-md:px-4 max-md:pt-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))] md:pt-5 short:static"
        >
          {at > 0 ? (
            <ButtonLink
              to={pathAt(at - 1)}
              variant="quiet"
              icon={<ArrowLeftIcon />}
              className="min-w-0 shrink max-md:hidden"
            >
              <span className="truncate leading-normal">
                <Words words={stops[at - 1]?.section.title} language={language} />
              </span>
            </ButtonLink>
          ) : null}
          <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-4 max-md:justify-between">
            <div className="min-w-0 text-md leading-[1.5] md:text-right md:[&>*]:justify-end">
              <span className="block">
                {stop
                  ? stop.open.length > 0
                    ? t("joining.open", { count: stop.open.length })
                    : null
                  : lacks.length > 0
                    ? t("joining.open", { count: lacks.length })
                    : null}
              </span>
              {saved}
            </div>
            {stop ? (
              <Button
                variant="primary"
                size="l"
                className="max-md:min-w-[45%]"
                onClick={() => {
                  void draft.flush();
                  go(stops[at + 1]?.section.id ?? LAST);
                }}
              >
                {t("joining.continue")}
              </Button>
            ) : (
              <Button
                variant="primary"
                size="l"
                className="max-md:min-w-[45%]"
                pending={send.pending}
                reason={hindrance}
                onClick={() => void send.run()}
              >
                {t("joining.send")}
              </Button>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
