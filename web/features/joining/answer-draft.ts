import * as z from "zod/mini";
import type { Answers, AnswerValue } from "../../../worker/features/forms/forms.schema.ts";
import type { Admission } from "../../../worker/features/joining/joining.schema.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { staleRecord } from "../../lib/records.ts";
import { createStore } from "../../lib/store.ts";

/** Answers that were typed and are not saved, by question; null for one that was taken back. */
export type Typed = Readonly<Record<string, AnswerValue | null>>;

/**
 * What was typed into a form, by its id, kept in this browser until the server has it: of any length, since a text that is too long
 * stays for its writer to shorten.
 */
export const keptTyped = createContentDrafts<Typed>(
  "answers",
  z.record(z.string(), z.custom<AnswerValue | null>()),
);

export const withTyped = (answers: Answers, typed: Typed): Answers =>
  Object.fromEntries(
    Object.entries({ ...answers, ...typed }).filter(
      (each): each is [string, AnswerValue] => each[1] !== null,
    ),
  );

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** How saving goes: kept on this device alone until the session or the connection is back, or since the server refused it. */
export type Saving =
  | { kind: "none" | "saving" | "unkept" }
  | { kind: "saved"; at: string }
  | { kind: "kept"; isSignedOut: boolean; error: string | null };

/** Milliseconds after the last change until it is saved, and until the next try after a failure. */
const PAUSE = 1_200;
const RETRY = 15_000;
/** Newer versions that one save may meet. */
const TRIES = 3;

type Known = Pick<Admission, "answers" | "version" | "updatedAt">;

/**
 * The answers to a form while they are typed. Each change is kept in the browser at once, and saved a moment later, one save at
 * a time. Where another device saved first, its answers are taken and those typed here stay.
 */
export function createAnswerDraft(options: {
  /** The stored draft; null for none yet. */
  saved: Known | null;
  typed: Typed;
  save: (answers: Answers, version: number) => Promise<Admission>;
  /** Keeps what is not saved in the browser, nothing with null; false where that cannot. */
  keep: (typed: Typed | null) => boolean;
  /** Called when the server refused, or the application is no draft any longer: what is known of it is outdated. */
  onOutdated: () => void;
  timer?: (run: () => void, ms: number) => () => void;
}) {
  const { keep, onOutdated, timer = startTimer } = options;
  let { saved, typed } = options;
  let isKept = true;
  let isEnded = false;
  let running: Promise<boolean> | null = null;
  let stop = () => {};
  const isOpen = () => Object.keys(typed).length > 0;
  const answersNow = () => withTyped(saved?.answers ?? {}, typed);
  const store = createStore<{ answers: Answers; saving: Saving }>({
    answers: answersNow(),
    saving: saved ? { kind: "saved", at: saved.updatedAt } : { kind: "none" },
  });
  const tell = (saving: Saving) =>
    store.set({ answers: answersNow(), saving: isOpen() && !isKept ? { kind: "unkept" } : saving });
  const keepTyped = () => {
    isKept = keep(isOpen() ? typed : null);
  };
  const plan = (ms: number) => {
    stop();
    const { saving } = store.get();
    // Who has declined to sign in again is not asked at each word.
    const isSignedOut = saving.kind === "kept" && saving.isSignedOut;
    if (isOpen() && !isEnded && !isSignedOut) stop = timer(() => void flush(), ms);
  };

  /** Takes what the server has, and forgets of what was typed what is as it was when it was sent. */
  const take = (next: Known, sent: Typed = {}) => {
    saved = next;
    const isStored = ([id, value]: [string, AnswerValue | null]) =>
      (id in sent && sent[id] === value) || isSame(next.answers[id] ?? null, value);
    typed = Object.fromEntries(Object.entries(typed).filter((each) => !isStored(each)));
    keepTyped();
  };

  const isIn = (answers: Answers) =>
    Object.entries(typed).every(([id, value]) => isSame(answers[id] ?? null, value));

  function fail(error: unknown): false {
    const status = error instanceof ApiError ? error.status : 0;
    const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 429;
    tell({ kind: "kept", isSignedOut: status === 401, error: isRefused ? errorText(error) : null });
    if (isRefused) onOutdated();
    else if (status !== 401) plan(RETRY);
    return false;
  }

  async function saveOnce(tries = TRIES): Promise<boolean> {
    const sent = typed;
    try {
      take(await options.save(answersNow(), saved?.version ?? 0), sent);
      tell({ kind: "saved", at: new Date().toISOString() });
      plan(PAUSE);
      return true;
    } catch (error) {
      const current = staleRecord<Admission>(error);
      if (current?.status === "draft" && tries > 1) {
        take(current);
        return saveOnce(tries - 1);
      }
      return fail(error);
    }
  }

  /** Saves what was typed until now; resolves to whether it is saved. */
  async function flush(): Promise<boolean> {
    stop();
    if (running) {
      await running;
      return flush();
    }
    if (!isOpen() || isEnded) return true;
    if (store.get().saving.kind !== "saved") tell({ kind: "saving" });
    running = saveOnce();
    try {
      return await running;
    } finally {
      running = null;
    }
  }

  return {
    store,
    flush,
    /** Whether leaving the page would lose what was typed. */
    isLosing: () => isOpen() && !isKept,
    change(id: string, value: AnswerValue | undefined): void {
      const { [id]: _, ...others } = typed;
      const isBack = isSame(saved?.answers[id] ?? null, value ?? null);
      // What is being saved is about to be what the server has.
      typed = isBack && !running ? others : { ...others, [id]: value ?? null };
      keepTyped();
      tell(store.get().saving);
      plan(PAUSE);
    },
    /** Takes a draft that was fetched, where it is newer. */
    meet(next: Admission | null): void {
      if (next?.status !== "draft" || next.version <= (saved?.version ?? 0)) return;
      if (running) return;
      take(next);
      tell(store.get().saving);
    },
    /** Begins to save what the browser had kept. */
    begin: () => plan(0),
    end: () => stop(),
    /** Sends the answers after what is being saved; a draft that another device saved meanwhile is taken first. @throws ApiError */
    async send(post: (answers: Answers, version: number) => Promise<Admission>): Promise<void> {
      stop();
      await running;
      for (let tries = TRIES; ; tries -= 1) {
        try {
          await post(answersNow(), saved?.version ?? 0);
          break;
        } catch (error) {
          const current = staleRecord<Admission>(error);
          if (current?.status === "sent") {
            if (isIn(current.answers)) break;
            // Another device sent other answers: what was typed here stays in the browser.
            isEnded = true;
            onOutdated();
            throw error;
          }
          if (current?.status !== "draft" || tries <= 1) {
            plan(PAUSE);
            throw error;
          }
          take(current);
        }
      }
      isEnded = true;
      typed = {};
      keepTyped();
    },
  };
}
export type AnswerDraft = ReturnType<typeof createAnswerDraft>;

function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
