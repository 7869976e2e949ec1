import type { Permission } from "../permissions.schema.ts";
import { LIVE_TOPICS, type LiveRevisions, type LiveTopic } from "./live.schema.ts";

/**
 * Who may hear that a topic changed: whoever may call a route whose answer the topic is part of. `null` is
 * everybody with a session.
 */
const HEARD_WITH: Record<LiveTopic, readonly Permission[] | null> = {
  prospects: ["prospects.read"],
  // The dashboard's figures count members.
  members: ["members.read", "prospects.read", "dashboard.view"],
  bots: ["bots.read"],
  activity: ["dashboard.view", "prospects.read"],
  discord: ["prospects.read"],
  settings: null,
};

/** The topics that somebody with these permissions may hear of. */
export const topicsFor = (permissions: ReadonlySet<string>): LiveTopic[] =>
  LIVE_TOPICS.filter((topic) => HEARD_WITH[topic]?.some((each) => permissions.has(each)) ?? true);

/** Whether somebody with these permissions may read what bots log. */
export const mayReadLogs = (permissions: ReadonlySet<string>): boolean => permissions.has("bots.read");

/** The revisions of some topics, out of those of all. */
export const revisionsOf = (
  topics: readonly LiveTopic[],
  revisions: Readonly<Record<string, number>>,
): LiveRevisions => Object.fromEntries(topics.map((topic) => [topic, revisions[topic] ?? 0]));
