import { contractApplications } from "../features/applications/applications.table.ts";
import { eventAttendance } from "../features/attendance/attendance.table.ts";
import { contracts } from "../features/contracts/contracts.table.ts";
import { syncRuns } from "../features/discord/discord.table.ts";
import { eventAnswers, events } from "../features/events/events.table.ts";
import { admissionMessages, admissions } from "../features/joining/joining.table.ts";
import { leaves } from "../features/leave/leave.table.ts";
import { members } from "../features/members/members.table.ts";
import { contractExpenses, contractSplits, payoutTransfers } from "../features/payouts/payouts.table.ts";
import { prospects } from "../features/prospects/prospects.table.ts";
import {
  securityMessages,
  securityReviews,
  securityStates,
  securityTrials,
} from "../features/security-team/security-team.table.ts";
import { shipSyncs } from "../features/ships/ships.table.ts";
import { users } from "../features/users/users.table.ts";
import { wishes } from "../features/wishes/wishes.table.ts";
import { openDb, readBatch } from "../lib/db/client.ts";
import { notices } from "../lib/notices.table.ts";
import { raw } from "./database.ts";
import { applicantsAsRead } from "./needs-of-applicants.ts";
import { teamsAsRead } from "./needs-of-teams.ts";

/** A user of organization 1 with what they may do. */
export type Reader = { userId: number; memberId: number; roleId: number; may: ReadonlySet<string> };

const HOUR = 3_600_000;

/** Every row of the tables whose records ask something of users. */
async function readAll() {
  const { db } = openDb(raw.DB, "first-primary");
  const [p, l, m, c, a, st, rv, ms, tr] = await readBatch(db, [
    ...([db.select().from(prospects), db.select().from(leaves), db.select().from(members)] as const),
    ...([db.select().from(contracts), db.select().from(contractApplications)] as const),
    ...([db.select().from(securityStates), db.select().from(securityReviews)] as const),
    ...([db.select().from(securityMessages), db.select().from(securityTrials)] as const),
  ]);
  const [sp, ex, tf, ev, an, at, no, w, sr, sh, us, ad, am] = await readBatch(db, [
    ...([db.select().from(contractSplits), db.select().from(contractExpenses)] as const),
    ...([
      db.select().from(payoutTransfers),
      db.select().from(events),
      db.select().from(eventAnswers),
    ] as const),
    ...([db.select().from(eventAttendance), db.select().from(notices), db.select().from(wishes)] as const),
    ...([db.select().from(syncRuns), db.select().from(shipSyncs), db.select().from(users)] as const),
    ...([db.select().from(admissions), db.select().from(admissionMessages)] as const),
  ]);
  return {
    ...{ prospects: p, leaves: l, members: m, contracts: c, applications: a },
    ...{ states: st, reviews: rv, messages: ms, trials: tr, splits: sp, expenses: ex, transfers: tf },
    ...{ events: ev, answers: an, attendance: at, notices: no },
    ...{ wishes: w, syncs: sr, shipSyncs: sh, users: us, admissions: ad, admissionMessages: am },
  };
}

/** What asks something of a reader, read without SQL: a text for each record, by the kind of need. */
export async function readNeeds({
  userId,
  memberId,
  roleId,
  may,
}: Reader): Promise<Record<string, string[]>> {
  const all = await readAll();
  const now = new Date();
  const at = now.toISOString();
  const today = at.slice(0, 10);
  const later = (from: string, hours: number) => new Date(Date.parse(from) + hours * HOUR).toISOString();
  const by = <Row extends { id: number }>(list: readonly Row[], id: number | null) =>
    list.find((each) => each.id === id);
  const if_ = <Row>(permission: string, list: readonly Row[]) => (may.has(permission) ? list : []);
  const found: Record<string, string[]> = {};
  const put = (kind: string, ids: readonly (string | number)[]) => {
    if (ids.length > 0) found[kind] = ids.map(String).sort();
  };

  const seesAll = may.has("prospects.read_all");
  const open = if_("prospects.read", all.prospects).filter(
    ({ stage }) => stage === "intro" || stage === "onboarding",
  );
  const mine = open.filter(
    ({ assignedTo, stage, addedBy }) =>
      assignedTo === memberId && (seesAll || stage !== "intro" || addedBy === memberId),
  );
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
  put("prospect.due", ids(mine.filter(({ deadline }) => deadline !== null && deadline <= later(at, 24))));
  put("prospect.undated", ids(mine.filter(({ deadline }) => deadline === null)));
  put(
    "prospect.unassigned",
    ids(
      if_("prospects.assign", open).filter(
        (each) => each.assignedTo === null && (seesAll || each.addedBy === memberId),
      ),
    ),
  );
  const isAwayToday = (id: number | null) => {
    const user = by(all.members, id)?.userId;
    return all.leaves.some((each) => each.userId === user && each.from <= today && today <= each.to);
  };
  put(
    "prospect.uncovered",
    ids(
      open.filter(
        ({ assignedTo, deadline }) =>
          seesAll &&
          may.has("crm.assign") &&
          may.has("members.read") &&
          assignedTo !== null &&
          assignedTo !== memberId &&
          isAwayToday(assignedTo) &&
          deadline !== null &&
          deadline <= later(at, 24 * 7),
      ),
    ),
  );

  for (const [kind, of] of Object.entries(applicantsAsRead(all, { may, memberId, mine }))) put(kind, of);

  put("team.review", await teamsAsRead({ userId, roleId, may }));
  const pending = all.applications.filter(({ status }) => status === "pending");
  const posted = if_("contracts.read", all.contracts).filter(({ postedBy }) => postedBy === memberId);
  const isMine = (contractId: number | null, ...states: string[]) =>
    posted.some(({ id, status }) => id === contractId && states.includes(status));
  put(
    "application.contract",
    ids(
      pending.filter((each) => each.userId !== userId && isMine(each.contractId, "posted", "open", "active")),
    ),
  );
  const unsettled = if_("contracts.read", all.transfers).filter(({ confirmedAt }) => confirmedAt === null);
  put(
    "payout.send",
    ids(
      unsettled.filter(
        ({ payer, sentAt, reason, contractId }) =>
          payer === userId &&
          sentAt === null &&
          (reason !== null || by(all.contracts, contractId)?.status === "awaiting_payment"),
      ),
    ),
  );
  put(
    "payout.confirm",
    ids(unsettled.filter(({ receiver, sentAt }) => receiver === userId && sentAt !== null)),
  );
  const isLocked = (id: number) => (by(all.splits, id)?.lockedAt ?? null) !== null;
  put(
    "payout.approve",
    ids(
      posted.filter(({ id, pay }) => pay > 0 && isMine(id, "completed", "awaiting_payment") && !isLocked(id)),
    ),
  );
  put(
    "payout.expense",
    ids(
      all.expenses.filter(
        ({ status, contractId }) =>
          status === "pending" &&
          isMine(contractId, "accepted", "completed", "awaiting_payment") &&
          !isLocked(contractId),
      ),
    ),
  );

  const security = pending.filter(({ kind }) => kind === "security");
  const isHeld = (id: number) => (by(all.states, id)?.heldAt ?? null) !== null;
  const toReview = if_("security.review", security).filter(
    (each) => each.userId !== userId && !isHeld(each.id),
  );
  const reviewsOf = (id: number) => all.reviews.filter(({ applicationId }) => applicationId === id);
  const isAgreed = (id: number) => {
    const verdicts = reviewsOf(id).flatMap(({ verdict }) => verdict ?? []);
    const against = verdicts.filter((each) => each === "decline").length;
    return against >= 2 || verdicts.length - against >= 2;
  };
  const lastOf = (id: number) =>
    all.messages.findLast(({ applicationId, isNote }) => applicationId === id && !isNote);
  const lastAuthor = (id: number) => (lastOf(id)?.removedBy === null ? lastOf(id)?.authorId : null) ?? null;
  put(
    "security.review",
    ids(
      toReview.filter(
        ({ id }) => !isAgreed(id) && !reviewsOf(id).some(({ reviewerId }) => reviewerId === userId),
      ),
    ),
  );
  put("security.decide", ids(toReview.filter(({ id }) => isAgreed(id))));
  put("security.message", ids(toReview.filter((each) => lastAuthor(each.id) === each.userId)));
  put(
    "security.trial",
    if_("security.review", all.trials)
      .filter(
        (each) =>
          each.outcome === null && each.userId !== userId && each.endsOn <= later(at, 24 * 7).slice(0, 10),
      )
      .map(({ id }) => id),
  );
  const own = if_("security.view", security).filter((each) => each.userId === userId);
  put("security.held", ids(own.filter(({ id }) => isHeld(id))));
  put(
    "security.question",
    ids(own.filter(({ id }) => !isHeld(id) && lastAuthor(id) !== null && lastAuthor(id) !== userId)),
  );

  const writes = may.has("events.write");
  const shown = if_("events.read", all.events).filter(({ status }) => status !== "draft");
  const seen = shown.filter(
    ({ audience, organizerId }) =>
      writes || audience === null || organizerId === userId || audience.includes(roleId),
  );
  const isUnread = ({ id }: { id: number }) => id > (by(all.users, userId)?.noticesReadTo ?? 0);
  const told = all.notices.filter(
    (each) => (each.userId === userId || each.told?.includes(userId)) && isUnread(each),
  );
  const isTold = (eventId: number, ...kinds: string[]) =>
    told.some(({ kind, details }) => kinds.includes(kind) && details?.["eventId"] === eventId);
  const answersOf = (eventId: number) => all.answers.filter((each) => each.eventId === eventId);
  const ownAnswer = (eventId: number) => answersOf(eventId).find((each) => each.userId === userId);
  const planned = seen.filter(({ status }) => status === "planned");
  put(
    "event.unanswered",
    ids(
      planned.filter(
        (each) =>
          each.startsAt >= at &&
          each.startsAt < later(at, 72) &&
          each.organizerId !== userId &&
          !ownAnswer(each.id) &&
          later(each.startsAt, -each.closesMinutes / 60) > at &&
          (each.hasWaitingList || each.maxAttendees === null || each.attendees < each.maxAttendees),
      ),
    ),
  );
  put(
    "event.moved",
    ids(
      planned.filter(
        ({ id, startsAt }) =>
          startsAt > at &&
          isTold(id, "event.moved_up", "event.moved_over") &&
          ownAnswer(id)?.answer === "going" &&
          ownAnswer(id)?.isSeated,
      ),
    ),
  );
  const isRecent = ({ endsAt }: { endsAt: string }) => endsAt <= at && endsAt > later(at, -24 * 7);
  const noteOf = (eventId: number, id: number | null) =>
    all.attendance.find((each) => each.eventId === eventId && each.userId === id);
  put(
    "attendance.confirm",
    ids(
      shown.filter(
        (each) =>
          each.status === "planned" &&
          isRecent(each) &&
          (each.organizerId === userId || (writes && each.organizerId === null)) &&
          answersOf(each.id).some(
            ({ answer, isSeated, userId: id }) =>
              answer === "going" && isSeated && id !== null && !noteOf(each.id, id)?.answer,
          ),
      ),
    ),
  );
  put(
    "attendance.claim",
    all.attendance.flatMap((each) => {
      const organizer = by(shown, each.eventId)?.organizerId;
      const isAsked = organizer === userId || (writes && (organizer === null || organizer === each.userId));
      return each.claimState === "open" && each.userId !== userId && isAsked
        ? `${each.eventId} ${each.userId}`
        : [];
    }),
  );
  put(
    "attendance.noted",
    ids(
      planned.filter((each) => {
        const note = noteOf(each.id, userId);
        const isShort = note?.answer === "no" || note?.answer === "partly";
        return (
          isRecent(each) && isTold(each.id, "event.attendance_noted") && isShort && note.claimState === null
        );
      }),
    ),
  );
  put(
    "wish.pending",
    ids(
      if_("events.write", all.wishes).filter(
        (each) => each.status === "pending" && each.mergedIntoId === null,
      ),
    ),
  );

  const runsSystem = may.has("admin.system") && may.has("admin.users");
  const sync = all.syncs.findLast(({ status }) => status === "completed");
  put("discord.held", runsSystem && sync && sync.held > 0 ? [sync.id] : []);
  const done = all.shipSyncs.findLast(({ status }) => status === "completed")?.id ?? 0;
  const loss = all.shipSyncs.findLast(({ id, leaving }) => leaving !== null && id > done);
  put("ships.loss", runsSystem && loss ? [loss.id] : []);
  return found;
}
