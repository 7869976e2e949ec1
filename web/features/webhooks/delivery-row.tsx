import { useId, useState } from "react";
import { useAction } from "../../lib/action.ts";
import type { Tone } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { type Delivery, replay } from "./webhooks.api.ts";

type Try = Delivery["tries"][number];

const TONES: Record<Delivery["state"], Tone> = { done: "go", waiting: "wait", failed: "stop" };

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** One message with its outcome and, when opened, the request and response of each try. */
export function DeliveryRow({ delivery, url }: { delivery: Delivery; url: string }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { kind, state, tries, nextTryAt, createdAt } = delivery;
  const again = useAction(() => replay(delivery), {
    done: { title: t("webhooks.replayed") },
    failed: t("webhooks.not_replayed"),
  });
  const sent = tries.filter(({ by }) => by === undefined);
  const last = sent.at(-1);
  const wordsOf = ({ status, error }: Try) => (error ? t(`webhooks.fault.${error}`) : String(status ?? "–"));
  const then =
    state === "waiting" && nextTryAt
      ? t("webhooks.next", { when: format.relativeShort(nextTryAt, Math.min(now, Date.parse(nextTryAt))) })
      : t(`webhooks.tries_${state === "failed" ? "failed" : "done"}`, { count: sent.length });
  return (
    <li className="border-t border-line first:border-t-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-[18px] py-2 @2xl:grid-cols-[7.5rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Time at={createdAt} className="text-md text-ink-2 tabular-nums ">
          {format.moment(createdAt)}
        </Time>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="min-h-6 min-w-0 rounded-s text-left font-mono text-md underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:text-ice"
          onClick={() => setIsOpen(!isOpen)}
        >
          {kind}
        </button>
        <span className="inline-flex min-w-0 items-center gap-2 text-md">
          <Dot tone={TONES[state]} />
          <span className="min-w-0">
            {last ? wordsOf(last) : t("webhooks.filter.waiting")}
            {state === "done" && last?.ms !== undefined && last.ms !== null ? (
              <span className="text-ink-2"> {t("webhooks.in_ms", { ms: format.number(last.ms) })}</span>
            ) : null}
          </span>
        </span>
        <span className="min-w-0 text-md text-ink-2">{then}</span>
        <Button
          size="s"
          variant={state === "done" ? "quiet" : "default"}
          pending={again.pending}
          aria-label={`${t(state === "done" ? "webhooks.replay" : "webhooks.retry")}: ${kind}`}
          onClick={() => void again.run()}
        >
          {t(state === "done" ? "webhooks.replay" : "webhooks.retry")}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line bg-rail/40 px-[18px] py-3">
        {isOpen ? (
          <>
            <div className="grid gap-3 @2xl:grid-cols-2">
              <Text
                title={t("webhooks.sent")}
                text={`POST ${new URL(url).pathname}\nwebhook-id: ${delivery.id}\n\n${pretty(delivery.body)}`}
              />
              <Text
                title={t("webhooks.answered")}
                text={answerOf(last, delivery.answer) || t("webhooks.no_answer")}
              />
            </div>
            <ol aria-label={t("webhooks.tries")} className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-md">
              {tries.map((each) => (
                <li key={`${each.at} ${each.by ?? ""}`}>
                  <Time at={each.at}>{format.moment(each.at)}</Time>{" "}
                  {each.by === undefined ? (
                    <b className="font-book">{wordsOf(each)}</b>
                  ) : (
                    t("webhooks.replayed_by", { name: each.by })
                  )}
                </li>
              ))}
            </ol>
          </>
        ) : null}
      </div>
    </li>
  );
}

const answerOf = (last: Try | undefined, answer: string) =>
  [last?.status, answer].filter((each) => each !== null && each !== undefined && each !== "").join("\n\n");

function Text({ title, text }: { title: string; text: string }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <h4 id={id} className="label mb-1">
        {title}
      </h4>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-60 overflow-auto rounded-m border border-line bg-hull p-3"
      >
        <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</pre>
      </section>
    </div>
  );
}
