import type { AnnouncementText, PublicCard } from "./announcements.ts";
import type { Audit } from "./audit.ts";
import type { Command } from "./commands/command.ts";
import type { MemberContext, SystemContext } from "./context.ts";
import type { Db, Statement } from "./db/client.ts";
import type { Env } from "./env.ts";
import type { Refusal } from "./errors.ts";
import type { WayIn } from "./http/app.ts";
import type { Route } from "./http/route.ts";
import type { Topics } from "./live/topics.ts";
import type { Need } from "./needs.ts";
import type { NoticeText } from "./notice-text.ts";
import type { Channels } from "./outgoing/channels.ts";
import type { Permissions } from "./permissions.ts";
import type { Source } from "./search/search.ts";
import type { Tables } from "./table-rules.ts";
import type { Sentences } from "./validation.ts";
import type { Language } from "./wire.schema.ts";

/** A refused request, as the security log counts it. */
export type Refused = {
  kind: Refusal;
  /** The user who acts, or whom it is about; null for an unknown one. */
  user: { id: number; organizationId: number } | null;
  /** The visitor's address shortened to its network; null if unknown. */
  network: string | null;
  /** The permission that was missing. */
  permission: string | null;
};

/** How a run of a job ended, with a code of ours for why it did not end well, and what it did in numbers. */
export type JobResult = {
  outcome: "done" | "failed" | "held" | "skipped";
  error?: string;
  counts?: Record<string, number>;
};

/** Work that is done by the clock for each organization, every run of which is recorded. */
export type Job = {
  name: string;
  /** As readers see it. */
  title: Readonly<Record<Language, string>>;
  every: "hourly" | "daily" | "weekly";
  /** Whether the deployment has what the job needs; left out, it always runs. */
  isOn?: (env: Env) => boolean;
  /** An AppError that it throws is recorded by its code. */
  run: (context: SystemContext, organizationId: number, features: readonly Feature[]) => Promise<JobResult>;
};

/**
 * What a feature brings to the product; `worker/features.ts` lists them. What works for all features, such as the audit
 * log or a backup, is handed them where it works: `features`.
 */
export type Feature = {
  routes?: readonly Route[] | ((features: readonly Feature[]) => readonly Route[]);
  /** Its pages that the worker writes itself: the route that answers each, by the address of the page. */
  pages?: Readonly<Record<string, string>>;
  /** Every table of the feature: how its rows stand in a backup and in the file of a user's own data. */
  tables?: Tables;
  /** Ways by which a request can say who acts. */
  waysIn?: readonly WayIn[];
  jobs?: readonly Job[];
  /** Statements of the daily upkeep, for all organizations: what forgets old rows and remembers figures. */
  daily?: (context: SystemContext) => readonly Statement[] | Promise<readonly Statement[]>;
  /**
   * Runs after a user's request below one of the paths was answered that may have written. `revisions` are those of the
   * organization's topics when it came: work for a thing that the organization does not use can end at once.
   */
  afterWrite?: {
    paths: readonly string[];
    work: (
      context: MemberContext,
      revisions: Readonly<Record<string, number>>,
      features: readonly Feature[],
    ) => Promise<void>;
  };
  /** Runs after a request was refused. */
  afterRefusal?: (context: SystemContext, refused: Refused) => Promise<void>;
  topics?: Topics;
  /** Topics of the feature that change with time alone: when the next change of an organization's is due, null for never. */
  timed?: Readonly<Record<string, (db: Db, organizationId: number, now: Date) => Promise<Date | null>>>;
  /** Every permission of the product is a permission of one feature. */
  permissions?: Permissions;
  audit?: Audit;
  /** The sentences about wrong fields, by the `error` that a schema of the feature names. */
  sentences?: Sentences;
  /** What of its records asks something of users. */
  needs?: readonly Need[];
  /** Its notices to users, by kind; they inform. */
  notices?: { group: Readonly<Record<Language, string>>; texts: Readonly<Record<string, NoticeText>> };
  /** Its announcements to the whole organization, by kind. */
  announcements?: {
    texts: Readonly<Record<string, AnnouncementText>>;
    /** How records of a kind are shown in Discord, by the subject of announcements. */
    cards?: Readonly<Record<string, PublicCard>>;
  };
  /** The channels by which it delivers messages. */
  channels?: Channels | ((features: readonly Feature[]) => Channels);
  /** Runs every five minutes for each organization, where something may wait; nothing of it is recorded. */
  often?: (context: SystemContext, organizationId: number, features: readonly Feature[]) => Promise<unknown>;
  /** How its records are found by their names. */
  search?: readonly Source[];
  /** Its commands in Discord. */
  commands?: readonly Command[] | ((features: readonly Feature[]) => readonly Command[]);
  /** Paths below which machines call, not pages: without cookies, signed by other means. */
  machinePaths?: readonly string[];
  /** Paths below which requests are answered while a backup is being restored, too. */
  whileRestoring?: readonly string[];
  /** Its jobs, and what it does every few minutes, run while automation is paused, too. */
  runsWhilePaused?: true;
  /** Largest request body in bytes below a path, which may have parameters, where it is not the usual limit; infinite, at that path alone, for one that is read as a stream. */
  bodyLimits?: Readonly<Record<string, number>>;
};
