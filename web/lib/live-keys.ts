import type { LiveRevisions, LiveTopic } from "../../worker/lib/live/live.schema.ts";

/** Least milliseconds between two fetches of a key; doubled while the answers stay behind. */
const PAUSE = 1_000;
/** Topics that change all the time, such as who is online: lists follow them at their own pace. */
const RESTLESS: LiveTopic = "discord";
const SLOW = 10_000;
const MOST_PAUSE = 30_000;

const newFollowed = (topics: readonly LiveTopic[], ms: number) => ({
  topics,
  ms,
  /** Number of components that show the key. */
  shown: 0,
  /** When the key was last fetched because it was behind, and how often in a row. */
  at: 0,
  tries: 0,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  /** This page changed the data while no component showed it. */
  isOutdated: false,
  /** Its record is deleted, or about to be: an answer could only be that it is missing. */
  isGone: false,
});
type Followed = ReturnType<typeof newFollowed>;

/**
 * Knows which cached answers are older than the revisions that the server reported, and fetches those on screen again. An
 * answer names the revisions it was made of, so that only older answers are fetched again, and none unless `isActive`.
 */
export function createLiveKeys(refresh: (key: string) => Promise<unknown>, isActive: () => boolean) {
  const followed = new Map<string, Followed>();
  const loaded = new Map<string, LiveRevisions>();
  let announced: LiveRevisions = {};

  function check(key: string): void {
    const each = followed.get(key);
    if (!each) return;
    clearTimeout(each.timer);
    const has = loaded.get(key) ?? announced;
    const late = each.topics.filter((topic) => (announced[topic] ?? 0) > (has[topic] ?? 0));
    if (late.length === 0) each.tries = 0;
    if (late.length === 0 || each.shown === 0 || each.isGone || !isActive()) return;
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

  /** Fetches a key again at once, a hidden one when it is shown. */
  function renew(key: string, each: Followed): void {
    each.isOutdated = each.shown === 0;
    if (!each.isOutdated && !each.isGone) void refresh(key).catch(() => undefined);
  }

  const checkAll = () => {
    for (const key of followed.keys()) check(key);
  };
  return {
    checkAll,
    /** Follows a key that a component shows until the returned function is called. */
    follow(key: string, topics: readonly LiveTopic[], ms: number): () => void {
      const each = followed.get(key) ?? newFollowed(topics, ms);
      followed.set(key, each);
      if (each.shown === 0) each.isGone = false;
      Object.assign(each, { topics, ms, shown: each.shown + 1 });
      if (each.isOutdated) renew(key, each);
      else check(key);
      return () => {
        each.shown -= 1;
        if (each.shown === 0) clearTimeout(each.timer);
      };
    },
    /** Takes revisions that the server reported, of all topics or of some. */
    tell(revisions: LiveRevisions, isAll: boolean): void {
      announced = isAll ? revisions : { ...announced, ...revisions };
      checkAll();
    },
    /** Fetches the keys of topics that this page changed again. */
    touch(topics: readonly LiveTopic[]): void {
      for (const [key, each] of followed)
        if (each.topics.some((topic) => topics.includes(topic))) renew(key, each);
    },
    /**
     * Deletes the record at `path` by `remove`, and fetches nothing of it meanwhile, nor afterwards while it is still shown.
     * @throws what `remove` throws
     */
    async deleting<Answer>(path: string, remove: () => Promise<Answer>): Promise<Answer> {
      const its = [...followed].filter(([key]) => key === path || key.startsWith(`${path}/`));
      for (const [, each] of its) {
        each.isGone = true;
        clearTimeout(each.timer);
      }
      try {
        return await remove();
      } catch (error) {
        for (const [key, each] of its) {
          each.isGone = false;
          check(key);
        }
        throw error;
      }
    },
    /** Takes the revisions of an answer, `{}` for one to be fetched again; one without any counts as up to date. */
    load(key: string, revisions: LiveRevisions | null): void {
      loaded.set(key, revisions ?? { ...announced });
      check(key);
    },
    /**
     * Forgets what the server reported to another user. Answers keep their revisions: those on screen are the new user's,
     * who asked for them before the connection.
     */
    clear(): void {
      for (const { timer } of followed.values()) clearTimeout(timer);
      announced = {};
    },
  };
}
