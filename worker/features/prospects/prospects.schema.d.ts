import * as z from "zod/mini";
export declare const PROSPECT_STATUSES: readonly [
  "intro",
  "intro_completed",
  "assigned_onboarding",
  "onboarding",
  "active",
  "inactive",
];
export type ProspectStatus = (typeof PROSPECT_STATUSES)[number];
/** The four tabs of the pipeline and the statuses each shows. */
export declare const STAGES: {
  readonly intro: readonly ["intro", "intro_completed"];
  readonly onboarding: readonly ["assigned_onboarding", "onboarding"];
  readonly active: readonly ["active"];
  readonly inactive: readonly ["inactive"];
};
export type Stage = keyof typeof STAGES;
export declare const STAGE_NAMES: [Stage, ...Stage[]];
/** Why a prospect left the pipeline before becoming active. */
export declare const WITHDRAW_OUTCOMES: readonly ["withdrawn", "declined"];
export type WithdrawOutcome = (typeof WITHDRAW_OUTCOMES)[number];
/** A deadline this close, or past, is urgent. */
export declare const URGENT_HOURS = 24;
export type DiscordStatus = "active" | "left";
export type Prospect = {
  id: number;
  organizationId: number;
  displayName: string;
  username: string;
  email: string | null;
  status: ProspectStatus;
  stage: Stage;
  /** Member id. */
  assignedTo: number | null;
  deadline: string | null;
  notes: string | null;
  discordId: string | null;
  starCitizenId: string | null;
  referralSource: string | null;
  discordStatus: DiscordStatus | null;
  discordLastSeen: string | null;
  avatarUrl: string | null;
  /** The member this prospect became, if it did. */
  memberId: number | null;
  stageChangedAt: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  /** What the reader may do with this record. */
  can: {
    update: boolean;
    assign: boolean;
    /** Statuses it can be moved to by this reader. */
    moveTo: ProspectStatus[];
  };
};
export declare const HISTORY_ACTIONS: readonly [
  "created",
  "status",
  "assigned",
  "deadline",
  "notes",
  "time",
  "discord",
  "undo",
];
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];
export type ProspectHistoryEntry = {
  id: number;
  action: HistoryAction;
  createdAt: string;
  /** Name of who did it, as it was then. */
  performedBy: string;
  previousValue: string | null;
  newValue: string | null;
  notes: string | null;
  /** Further fields that changed in the same step, by name. */
  changes: Record<
    string,
    {
      from: string | null;
      to: string | null;
    }
  > | null;
};
export declare const ACTIVITY_TYPES: readonly [
  "voice_join",
  "voice_leave",
  "voice_move",
  "presence",
  "server_join",
  "server_leave",
];
export type DiscordActivityType = (typeof ACTIVITY_TYPES)[number];
export type DiscordActivity = {
  id: number;
  username: string;
  avatarUrl: string | null;
  activityType: DiscordActivityType;
  /** Channel name for voice, status for presence. */
  details: string | null;
  timestamp: string;
};
export declare const DEADLINE_FILTERS: readonly ["overdue", "soon", "set", "none"];
export type DeadlineFilter = (typeof DEADLINE_FILTERS)[number];
/** Filters of the prospect list; `q` searches names and Discord ids over all stages. */
export declare const prospectListQuery: z.ZodMiniObject<
  {
    stage: z.ZodMiniOptional<
      z.ZodMiniEnum<{
        active: "active";
        inactive: "inactive";
        intro: "intro";
        onboarding: "onboarding";
      }>
    >;
    status: z.ZodMiniOptional<
      z.ZodMiniEnum<{
        active: "active";
        assigned_onboarding: "assigned_onboarding";
        inactive: "inactive";
        intro: "intro";
        intro_completed: "intro_completed";
        onboarding: "onboarding";
      }>
    >;
    assignedTo: z.ZodMiniOptional<
      z.ZodMiniUnion<
        readonly [
          z.ZodMiniLiteral<"me">,
          z.ZodMiniLiteral<"none">,
          z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<number, string>>,
        ]
      >
    >;
    deadline: z.ZodMiniOptional<
      z.ZodMiniEnum<{
        none: "none";
        overdue: "overdue";
        set: "set";
        soon: "soon";
      }>
    >;
    urgent: z.ZodMiniOptional<z.ZodMiniLiteral<"1">>;
    q: z.ZodMiniOptional<z.ZodMiniString<string>>;
    limit: z.ZodMiniDefault<z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<number, string>>>;
    cursor: z.ZodMiniOptional<z.ZodMiniString<string>>;
  },
  z.core.$strict
>;
export type ProspectListQuery = z.infer<typeof prospectListQuery>;
/** Number of prospects in each status that the reader can see. */
export type ProspectCounts = Record<ProspectStatus, number>;
export declare const countsQuery: z.ZodMiniObject<
  {
    assignedTo: z.ZodMiniOptional<z.ZodMiniLiteral<"me">>;
  },
  z.core.$strict
>;
/** One assignee's open work (stages before active). */
export type AssigneeLoad = {
  memberId: number;
  displayName: string;
  avatarUrl: string | null;
  /** False for somebody who can no longer be given work but still holds some. */
  assignable: boolean;
  open: number;
  overdue: number;
  dueSoon: number;
  averageDaysInStage: number;
};
/** The team overview: busiest first, then the work nobody has. */
export type TeamOverview = {
  assignees: AssigneeLoad[];
  unassigned: number;
};
export declare const createProspectInput: z.ZodMiniObject<
  {
    organizationId: z.ZodMiniOptional<z.ZodMiniInt>;
    displayName: z.ZodMiniString<string>;
    username: z.ZodMiniOptional<z.ZodMiniString<string>>;
    email: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"">, z.ZodMiniEmail]>>
    >;
    discordId: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"">, z.ZodMiniString<string>]>>
    >;
    starCitizenId: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    referralSource: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    notes: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    assignedTo: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    deadline: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniPipe<z.ZodMiniISODateTime, z.ZodMiniTransform<string, string>>>
    >;
  },
  z.core.$strict
>;
export type CreateProspectInput = z.infer<typeof createProspectInput>;
export declare const assignInput: z.ZodMiniObject<
  {
    assignedTo: z.ZodMiniNullable<z.ZodMiniInt>;
    deadline: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniPipe<z.ZodMiniISODateTime, z.ZodMiniTransform<string, string>>>
    >;
    assignedBy: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>>
    >;
    version: z.ZodMiniOptional<z.ZodMiniInt>;
  },
  z.core.$strict
>;
export type AssignInput = z.infer<typeof assignInput>;
/**
 * A move along the pipeline. `reason` is needed to go back to onboarding and to withdraw;
 * `assignedTo` (or an assignee already there) to enter onboarding.
 */
export declare const statusInput: z.ZodMiniObject<
  {
    status: z.ZodMiniEnum<{
      active: "active";
      assigned_onboarding: "assigned_onboarding";
      inactive: "inactive";
      intro: "intro";
      intro_completed: "intro_completed";
      onboarding: "onboarding";
    }>;
    assignedTo: z.ZodMiniOptional<z.ZodMiniInt>;
    deadline: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniPipe<z.ZodMiniISODateTime, z.ZodMiniTransform<string, string>>>
    >;
    reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    outcome: z.ZodMiniOptional<
      z.ZodMiniEnum<{
        declined: "declined";
        withdrawn: "withdrawn";
      }>
    >;
    notes: z.ZodMiniOptional<z.ZodMiniString<string>>;
    updatedBy: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>>
    >;
    version: z.ZodMiniOptional<z.ZodMiniInt>;
  },
  z.core.$strict
>;
export type StatusInput = z.infer<typeof statusInput>;
export declare const notesInput: z.ZodMiniObject<
  {
    notes: z.ZodMiniNullable<z.ZodMiniString<string>>;
    version: z.ZodMiniOptional<z.ZodMiniInt>;
  },
  z.core.$strict
>;
export type NotesInput = z.infer<typeof notesInput>;
/** A new deadline, a comment for the log, or both. */
export declare const deadlineInput: z.ZodMiniObject<
  {
    deadline: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniPipe<z.ZodMiniISODateTime, z.ZodMiniTransform<string, string>>>
    >;
    notes: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    updatedBy: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>>
    >;
    version: z.ZodMiniOptional<z.ZodMiniInt>;
  },
  z.core.$strict
>;
export type DeadlineInput = z.infer<typeof deadlineInput>;
export declare const timeInput: z.ZodMiniObject<
  {
    minutes: z.ZodMiniInt;
    notes: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    performedBy: z.ZodMiniOptional<
      z.ZodMiniNullable<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>>
    >;
  },
  z.core.$strict
>;
export type TimeInput = z.infer<typeof timeInput>;
/** Most prospects that one bulk change takes. */
export declare const BULK_LIMIT = 200;
/** How long a bulk change can be undone, in minutes. */
export declare const UNDO_MINUTES = 60;
export declare const bulkInput: z.ZodMiniObject<
  {
    prospects: z.ZodMiniArray<
      z.ZodMiniObject<
        {
          id: z.ZodMiniInt;
          version: z.ZodMiniOptional<z.ZodMiniInt>;
        },
        z.core.$strict
      >
    >;
    change: z.ZodMiniDiscriminatedUnion<
      [
        z.ZodMiniObject<
          {
            kind: z.ZodMiniLiteral<"assign">;
            assignedTo: z.ZodMiniNullable<z.ZodMiniInt>;
          },
          z.core.$strict
        >,
        z.ZodMiniObject<
          {
            kind: z.ZodMiniLiteral<"deadline">;
            deadline: z.ZodMiniNullable<
              z.ZodMiniPipe<z.ZodMiniISODateTime, z.ZodMiniTransform<string, string>>
            >;
          },
          z.core.$strict
        >,
        z.ZodMiniObject<
          {
            kind: z.ZodMiniLiteral<"status">;
            status: z.ZodMiniEnum<{
              active: "active";
              assigned_onboarding: "assigned_onboarding";
              inactive: "inactive";
              intro: "intro";
              intro_completed: "intro_completed";
              onboarding: "onboarding";
            }>;
            assignedTo: z.ZodMiniOptional<z.ZodMiniInt>;
            reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
            outcome: z.ZodMiniOptional<
              z.ZodMiniEnum<{
                declined: "declined";
                withdrawn: "withdrawn";
              }>
            >;
          },
          z.core.$strict
        >,
      ],
      "kind"
    >;
  },
  z.core.$strict
>;
export type BulkInput = z.infer<typeof bulkInput>;
/** Hands all open prospects of one person to another, 200 at a time. */
export declare const reassignInput: z.ZodMiniObject<
  {
    from: z.ZodMiniInt;
    to: z.ZodMiniInt;
  },
  z.core.$strict
>;
export type ReassignInput = z.infer<typeof reassignInput>;
/** What a bulk change did. A prospect that could not be changed is left as it was and says why. */
export type BulkAnswer = {
  changeId: number | null;
  changed: number;
  skipped: {
    id: number;
    name: string | null;
    detail: string;
  }[];
  undoUntil: string | null;
  /** Left over when there were more than one step takes. */
  remaining: number;
};
