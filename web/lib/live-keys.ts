import type { LiveRevisions, LiveTopic } from "../../worker/lib/live/live.schema.ts";

/** What is fetched again no sooner than this after the last time, in milliseconds; doubled while it fails to help. */
const PAUSE = 1_000;
/** Topics that change all the time, such as who is online: slow screens follow them at their own pace. */
const RESTLESS: LiveTopic = "discord";
const SLOW = 10_000;
const MOST_PAUSE = 30_000;

const newFollowed = (topics: readonly LiveTopic[], ms: number) => ({
  topics,
  ms,
  /** Components that show it. */
  shown: 0,
  /** When it was last fetched because it was behind, and how often in a row. */
  at: 0,
  tries: 0,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  /** This page changed what it shows while no component did. */
  isOutdated: false,
});
type Followed = ReturnType<typeof newFollowed>;

/**
 * Which cached answers are behind what the server told, and fetching those again that are on screen. An answer says which
 * revisions it was made of, so that nothing is fetched which is already as new, and nothing at all unless `isActive`.
 */
export function createLiveKeys(refresh: (key: string) => Promise<unknown>, isActive: () => boolean) {
  const followed = new Map<string, Followed>();
  const loaded = new Map<string, LiveRevisions>();
  let told: LiveRevisions = {};

  function check(key: string): void {
    const each = followed.get(key);
    if (!each) return;
    clearTimeout(each.timer);
    const has = loaded.get(key) ?? told;
    const late = each.topics.filter((topic) => (told[topic] ?? 0) > (has[topic] ?? 0));
    if (late.length === 0) each.tries = 0;
    if (late.length === 0 || each.shown === 0 || !isActive()) return;
    const isCalm = each.ms > SLOW && late.every((topic) => topic === RESTLESS);
    const pause = isCalm ? each.ms : Math.min(PAUSE * 2 ** each.tries, MOST_PAUSE);
    const run = () => {
      each.at = Date.now();
      each.tries += 1;
      void refresh(key)
        .catch(() => undefined)
        .finally(() => check(key));
    };
    each.timer = setTimeout(run, Math.max(0, each.at + pause - Date.now()));
  }

  /** Fetches again at once, whatever the server told. */
  function renew(key: string, each: Followed): void {
    each.isOutdated = each.shown === 0;
    if (!each.isOutdated) void refresh(key).catch(() => undefined);
  }

  const checkAll = () => {
    for (const key of followed.keys()) check(key);
  };

  return {
    checkAll,

    /** A component shows a key until the answer is called. */
    follow(key: string, topics: readonly LiveTopic[], ms: number): () => void {
      const each = followed.get(key) ?? newFollowed(topics, ms);
      followed.set(key, each);
      Object.assign(each, { topics, ms, shown: each.shown + 1 });
      if (each.isOutdated) renew(key, each);
      else check(key);
      return () => {
        each.shown -= 1;
        if (each.shown === 0) clearTimeout(each.timer);
      };
    },

    /** The server said which revisions there are, of everything or of some topics. */
    tell(revisions: LiveRevisions, isAll: boolean): void {
      told = isAll ? revisions : { ...told, ...revisions };
      checkAll();
    },

    /** This page changed what topics are about: their keys are fetched again, those that are not shown when they are. */
    touch(topics: readonly LiveTopic[]): void {
      for (const [key, each] of followed)
        if (each.topics.some((topic) => topics.includes(topic))) renew(key, each);
    },

    /** An answer has come; without its revisions it is taken to be as new as what was told. */
    load(key: string, revisions: LiveRevisions | null): void {
      loaded.set(key, revisions ?? { ...told });
      check(key);
    },

    /** An answer was not shown, because what it would have replaced was changed while it was under way. */
    discard(key: string): void {
      loaded.set(key, {});
      check(key);
    },

    /** Forgets everything: another user may sign in. */
    clear(): void {
      for (const { timer } of followed.values()) clearTimeout(timer);
      loaded.clear();
      told = {};
    },
  };
}
