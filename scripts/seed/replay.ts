import type { Readers } from "../../worker/lib/audit.table.ts";
import type { Row } from "../lib/database.ts";
import { DEMO_PEOPLE, type DemoUsername } from "./people.ts";
import type { DemoProspect, DemoStatus, Step } from "./steps.ts";

const HOUR = 3_600_000;

export type Ids = { user: number; member: number };

export type Replayed = {
  prospect: Row;
  history: Row[];
  audit: Row[];
  /**
   * When the prospect became a member, when they left, and the rows of the member's history; null without a
   * membership.
   */
  membership: { joinedAt: string; leftAt: string | null; history: Row[] } | null;
};

type State = {
  status: DemoStatus;
  assignee: DemoUsername | null;
  deadline: string | null;
  notes: string | null;
  stageChangedAt: string;
  updatedAt: string;
  version: number;
};

type Changes = Record<string, { from: string | null; to: string | null }>;

const nameOf = (username: DemoUsername | null) =>
  DEMO_PEOPLE.find((person) => person.username === username)?.displayName ?? null;

/** Returns a row of a member's history: joined as Member when there was no status before, else a change of status. */
const memberEntry = (at: string, by: string | null, from: string | null, to: string): Row => ({
  action: from ? "status" : "joined",
  performed_by: by,
  previous_value: from,
  new_value: from ? to : "Member",
  created_at: at,
});

/**
 * Applies all steps to a demo prospect, relative to the time of seeding, and returns the rows that the product would
 * have written.
 */
export function replay(
  demo: DemoProspect,
  id: number,
  context: { organizationId: number; now: Date; ids: ReadonlyMap<DemoUsername, Ids> },
): Replayed {
  const { organizationId, now, ids } = context;
  const instant = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();
  const state: State = {
    status: "intro",
    assignee: null,
    deadline: null,
    notes: null,
    stageChangedAt: "",
    updatedAt: "",
    version: 0,
  };
  const history: Row[] = [];
  const audit: Row[] = [];
  let membership = null as Replayed["membership"];

  for (const step of demo.steps) {
    const at = instant(-step.ago);
    const performer = { id: ids.get(step.by)?.user ?? null, name: nameOf(step.by) };
    const record = (
      action: string,
      details: Record<string, string | number | null> | null,
      readers: Readers,
    ) =>
      audit.push({
        organization_id: organizationId,
        action,
        readers,
        actor_kind: "user",
        actor_user_id: performer.id,
        actor_name: performer.name,
        entity_id: id,
        entity_name: demo.displayName,
        details: details && JSON.stringify(details),
        created_at: at,
      });
    const effect = applyStep(state, step, instant);
    history.push({
      prospect_id: id,
      action: effect.action,
      performed_by: performer.name,
      performed_by_id: performer.id,
      previous_value: effect.previous ?? null,
      new_value: effect.next ?? null,
      notes: effect.notes ?? null,
      changes: effect.changes && Object.keys(effect.changes).length ? JSON.stringify(effect.changes) : null,
      minutes: step.kind === "time" ? step.minutes : null,
      created_at: at,
    });
    record(`prospect.${effect.action}`, effect.details ?? null, "prospects.read");
    state.updatedAt = at;
    state.version += 1;
    if (effect.action === "created" || effect.action === "status") state.stageChangedAt = at;
    if (effect.action !== "status") continue;
    if (state.status !== "active" && !(state.status === "inactive" && membership)) continue;
    if (!membership) record("member.joined", null, "everyone");
    const entry = memberEntry(
      at,
      performer.name,
      membership && (membership.leftAt ? "inactive" : "active"),
      state.status,
    );
    membership = {
      joinedAt: membership?.joinedAt ?? at,
      leftAt: state.status === "inactive" ? at : null,
      history: [...(membership?.history ?? []), entry],
    };
  }

  return {
    prospect: {
      id,
      organization_id: organizationId,
      display_name: demo.displayName,
      username: demo.username,
      email: demo.email ?? null,
      status: state.status,
      assigned_to: state.assignee ? (ids.get(state.assignee)?.member ?? null) : null,
      deadline: state.deadline,
      notes: state.notes,
      star_citizen_id: demo.citizen ?? null,
      referral_source: demo.source,
      stage_changed_at: state.stageChangedAt,
      created_at: instant(-(demo.steps[0]?.ago ?? 0)),
      updated_at: state.updatedAt,
      version: state.version,
    },
    history,
    audit,
    membership,
  };
}

type Effect = {
  action: string;
  previous?: string | null;
  next?: string | null;
  notes?: string | null;
  changes?: Changes;
  details?: Record<string, string | number | null>;
};

/** Changes the state as the product's verb would; returns its history entry. */
function applyStep(state: State, step: Step, instant: (hours: number) => string): Effect {
  switch (step.kind) {
    case "created":
      return { action: "created", next: "intro" };
    case "assign": {
      const previous = nameOf(state.assignee);
      const changes = step.due === undefined ? {} : setDeadline(state, instant(step.due));
      state.assignee = step.to;
      const next = nameOf(step.to);
      const details = { assignee: next, fromAssignee: previous, toAssignee: next };
      return { action: "assigned", previous, next, changes, details };
    }
    case "due": {
      const previous = state.deadline;
      state.deadline = instant(step.due);
      return {
        action: "deadline",
        previous,
        next: state.deadline,
        notes: step.note ?? null,
        details: { from: previous, to: state.deadline },
      };
    }
    case "notes": {
      const previous = state.notes;
      state.notes = step.text;
      return { action: "notes", previous, next: step.text };
    }
    case "comment":
      return { action: "notes", notes: step.text };
    case "time":
      return {
        action: "time",
        next: String(step.minutes),
        notes: step.text,
        details: { minutes: step.minutes },
      };
    case "move":
      return applyMove(state, step, instant);
  }
}

function applyMove(
  state: State,
  step: Extract<Step, { kind: "move" }>,
  instant: (hours: number) => string,
): Effect {
  const previous = state.status;
  const changes: Changes = {};
  if (step.assignee && step.assignee !== state.assignee) {
    changes["assignedTo"] = { from: nameOf(state.assignee), to: nameOf(step.assignee) };
    state.assignee = step.assignee;
  }
  // Only open prospects have a deadline.
  const deadline =
    step.to === "inactive" || step.to === "active"
      ? null
      : step.due === undefined
        ? state.deadline
        : instant(step.due);
  Object.assign(changes, setDeadline(state, deadline));
  if (step.outcome) changes["outcome"] = { from: null, to: step.outcome };
  state.status = step.to;
  return {
    action: "status",
    previous,
    next: step.to,
    notes: step.note ?? null,
    changes,
    details: { from: previous, to: step.to },
  };
}

function setDeadline(state: State, deadline: string | null): Changes {
  const from = state.deadline;
  state.deadline = deadline;
  return from === deadline ? {} : { deadline: { from, to: deadline } };
}
