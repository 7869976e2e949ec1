import { raw } from "./database.ts";
import type { Caller } from "./world.ts";

type Row = Record<string, string | number | null>;

/** Random choices, the same for the same seed. */
function dice(seed: number) {
  let state = seed;
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % most;
  };
  const pick = <One>(...from: readonly One[]): One => from[below(from.length)] as One;
  /** About a third of all. */
  const some = <One>(from: readonly One[]): One[] => from.filter(() => below(3) === 0);
  const many = <Made>(most: number, make: (id: number) => Made): Made[] =>
    Array.from({ length: below(most) + 1 }, (_, at) => make(at + 1));
  return { pick, some, many };
}

/** The tables of what asks something of users, each after those that it names. */
const TABLES = [
  ...["prospects", "leaves", "contracts", "contract_applications", "security_states", "security_reviews"],
  ...["security_messages", "security_trials", "contract_splits", "contract_expenses", "payout_transfers"],
  ...["events", "event_answers", "event_attendance", "notices", "wishes", "ships", "sync_runs", "ship_syncs"],
  ...["forms", "admissions", "admission_messages", "teams", "team_applications"],
];

/** Replaces every record that can ask something of users by random ones, about these people and by them. */
export async function randomNeeds(seed: number, people: readonly Caller[], roleIds: readonly number[]) {
  const { pick, some, many } = dice(seed);
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const day = (days: number) => at(24 * days).slice(0, 10);
  const [users, members] = [people.map(({ userId }) => userId), people.map(({ memberId }) => memberId)];
  const ours = { organization_id: 1 };
  const dated = { created_at: at(-9), updated_at: at(-9) };

  const prospects = many(25, (id) => ({
    ...{ ...ours, id, ...dated, display_name: `P${id}`, username: `p${id}`, stage_changed_at: at(-50) },
    status: pick(
      "intro",
      "intro_completed",
      "assigned_onboarding",
      "onboarding",
      "active",
      "inactive",
      "removed",
    ),
    assigned_to: pick(...members, null, null, null),
    added_by: pick(...members, null),
    deadline: pick(null, at(-2), at(5), at(40), at(24 * 6), at(24 * 20)),
  }));
  const leaves = some(users).map((user_id) => {
    const from = pick(-3, -1, 0, 1);
    return { ...ours, ...dated, user_id, from_day: day(from), to_day: day(from + pick(0, 1, 5)) };
  });
  const forTeam = some([...users, ...users]).filter((each, place, all) => all.indexOf(each) === place);
  const statuses = [
    "draft",
    "posted",
    "open",
    "active",
    "accepted",
    "completed",
    "awaiting_payment",
    "payment_sent",
  ];
  const contracts = many(20, (id) => ({
    ...{
      ...ours,
      ...dated,
      id,
      title: `C${id}`,
      status: pick(...statuses, "closed"),
      pay: pick(0, 5_000, 1_200_000),
    },
    ...{ posted_by: pick(...members, null), created_by: pick(...members), posted_at: at(-30) },
    applications: 0,
  }));
  const applicant = (user_id: number, contract: number | null): Row => ({
    ...{ ...ours, ...dated, user_id, contract_id: contract },
    kind: contract === null ? "security" : "contract",
    ...{ first_name: "V", last_name: "R", discord_username: "v", timezone: "UTC" },
    ...{ experience: "y", ship_type: "s" },
    ...{
      availability: "a",
      background_check: 1,
      status: pick("pending", "pending", "pending", "declined", "withdrawn"),
    },
  });
  const applications = [
    ...contracts.flatMap(({ id }) => some(users).map((user) => applicant(user, id))),
    ...forTeam.map((user) => applicant(user, null)),
  ].map((row, place) => ({ ...row, id: place + 1 }) as Row & { id: number });
  for (const contract of contracts)
    contract.applications = applications.filter(
      ({ contract_id, status }) => contract_id === contract.id && status === "pending",
    ).length;
  const team = applications.filter(({ kind }) => kind === "security");
  const about = team.map(({ id, user_id }) => ({ application_id: id, applicant: user_id as number }));

  const events = many(14, (id) => {
    const start = pick(-240, -171, -169, -100, -30, -3, -1, 1, 5, 40, 60, 71, 80);
    return {
      ...{
        ...ours,
        ...dated,
        id,
        title: `E${id}`,
        time_zone: "UTC",
        status: pick("planned", "planned", "planned", "planned", "cancelled", "draft"),
      },
      ...{ starts_at: at(start), ends_at: at(start + 2), closes_minutes: pick(0, 120), is_mirrored: 0 },
      ...{ organizer_id: pick(...users, null), created_by: pick(...users), type: "mission" },
      audience: pick(null, null, JSON.stringify(some(roleIds))),
      slots: pick("[]", '[{"id":1,"name":"Gunner","seats":2,"need":null}]'),
      ...{ max_attendees: pick(null, 1), attendees: pick(0, 1), has_waiting_list: pick(0, 1) },
    };
  });
  const answers = events.flatMap(({ id }) =>
    [...some(users), ...some([null])].map((user_id, place) => ({
      ...{ ...ours, event_id: id, user_id, guest: user_id === null ? "Guest" : null, place, source: "self" },
      ...{
        answer: pick("going", "going", "maybe", "declined", "withdrawn"),
        is_seated: pick(0, 1),
        answered_at: at(-9),
      },
    })),
  );
  const attendance = events.flatMap(({ id }) =>
    some(users).map((user_id) => ({
      ...{ ...ours, event_id: id, user_id, answer: pick(null, "yes", "partly", "no"), minutes: pick(0, 60) },
      ...{ claim_state: pick(null, null, null, "open", "approved"), claim_minutes: 30, claimed_at: at(-1) },
      ...{ confirmed_at: at(-1), updated_at: at(-1) },
    })),
  );
  const short = attendance.flatMap(({ event_id, answer, claim_state }) =>
    answer !== "yes" && claim_state === null ? event_id : [],
  );
  const told = [...users, 0].flatMap((user_id) =>
    many(12, (id) => ({
      ...{
        ...ours,
        user_id,
        id,
        created_at: at(-1),
        told: user_id === 0 ? JSON.stringify([...some(users), ...some(users)]) : null,
      },
      kind:
        user_id === 0
          ? "event.attendance_noted"
          : pick("event.moved_up", "event.moved_over", "event.changed"),
      details: JSON.stringify({
        eventId: pick(...(user_id === 0 ? short : []), ...events.map(({ id }) => id)),
        title: "E",
      }),
    })),
  );
  const admissions = some(prospects).map(({ id: prospect_id }, place) => ({
    ...{
      ...ours,
      ...dated,
      id: place + 1,
      prospect_id,
      user_id: pick(...users),
      form_id: place + 1,
      form_number: 1,
    },
    ...{ answers: "{}", corrections: "{}", kept_from: at(-9), sent_at: at(-9) },
    ...{ status: pick("sent", "sent", "declined"), answered_at: pick(null, null, at(-2)) },
  }));
  const rows: Record<string, readonly Row[]> = {
    admissions,
    admission_messages: admissions.flatMap(({ id: admission_id }) =>
      many(3, () => ({ ...ours, admission_id, is_theirs: pick(0, 1), text: "?", created_at: at(-1) })).slice(
        pick(0, 3),
      ),
    ),
    ...{ prospects, leaves, contracts, events, notices: told, contract_applications: applications },
    ...{ event_answers: answers, event_attendance: attendance },
    security_states: team.map(({ id }) => {
      const held = pick(null, null, at(-3));
      return { ...ours, id, held_at: held, hold_reason: held && "Which ships?", cleared: "{}", steps: "[]" };
    }),
    security_reviews: about.flatMap(({ application_id, applicant: own }) =>
      some([...users, ...users])
        .filter((each, place, all) => each !== own && all.indexOf(each) === place)
        .slice(0, 3)
        .map((reviewer_id) => ({
          ...ours,
          application_id,
          reviewer_id,
          verdict: pick("accept", "trial", "decline", null),
        })),
    ),
    security_messages: about.flatMap(({ application_id, applicant: own }) =>
      many(3, () => ({
        ...ours,
        ...dated,
        application_id,
        author_id: pick(own, own, ...users, null),
        text: "?",
      })).map((row) => ({ ...row, is_note: pick(0, 0, 1), removed_by: pick(null, null, null, "Ada") })),
    ),
    security_trials: some(users).map((user_id) => ({
      ...{
        ...ours,
        user_id,
        application_id: pick(1, 2),
        from_day: day(-30),
        ends_on: day(pick(-1, 3, 7, 8, 30)),
      },
      ...{ outcome: pick(null, null, "confirmed"), role_id: pick(...roleIds), updated_at: at(-9) },
    })),
    contract_splits: some(contracts).map(({ id }) => ({
      ...{ ...ours, id, mode: "equal", lines: "[]", locked_at: pick(null, at(-2)), updated_at: at(-2) },
    })),
    contract_expenses: many(20, () => ({
      ...{
        ...ours,
        ...dated,
        contract_id: pick(...contracts).id,
        name: "Pilot",
        amount: 86_400,
        note: "Fuel",
      },
      status: pick("pending", "pending", "approved", "declined"),
    })),
    payout_transfers: many(40, () => ({
      ...{ ...ours, contract_id: pick(...contracts).id, payer: pick(...users, null), payer_name: "Payer" },
      ...{
        receiver: pick(...users, null),
        receiver_name: "Receiver",
        amount: 12_000,
        fee: 60,
        currency: "aUEC",
      },
      ...{
        ...pick(
          { sent_at: null, confirmed_at: null },
          { sent_at: at(-2), confirmed_at: null },
          { sent_at: at(-2), confirmed_at: at(-1) },
        ),
      },
      ...{ reason: pick(null, null, "Too little"), updated_at: at(-5) },
    })),
    wishes: many(6, (id) => ({
      ...{ ...ours, ...dated, id, title: `W${id}`, description: "", priority: "medium", category: "feature" },
      ...{ status: pick("pending", "approved"), merged_into_id: pick(null, null, 1) },
    })),
    ships: [1, 2].map((id) => ({
      ...{ ...ours, id, name: `Ship ${id}`, name_full: "S", slug: `s${id}`, company_name: "M", roles: "[]" },
    })),
    sync_runs: many(3, () => ({
      ...{
        ...ours,
        status: pick("completed", "failed"),
        fence: 1,
        lease_until: "",
        cursor: "0",
        processed: 0,
        added: 0,
      },
      ...{
        updated: 0,
        left: 0,
        unchanged: 0,
        started_by: "Ada",
        started_at: at(-1),
        finished_at: at(-1),
        held: pick(0, 7),
      },
    })),
    ship_syncs: many(3, () => ({
      ...{ ...ours, status: pick("completed", "failed", "failed"), records_processed: 0, created_at: at(-1) },
      leaving: pick(null, "[1,2]", "[1,2]"),
    })),
  };
  const teams = many(5, (id) => ({
    ...{ ...ours, id, name: `T${id}`, form_id: admissions.length + id, is_open: 1, updated_at: at(-9) },
    reviewer_role_id: pick(null, ...roleIds),
  }));
  Object.assign(rows, {
    forms: [...admissions, ...teams].map(({ id }, place) => ({
      ...{ ...ours, id: place + 1, key: `form_${place}`, name: `Form ${id}`, draft: "{}" },
      ...{ updated_by: "Ada", updated_at: at(-9) },
    })),
    teams,
    team_applications: teams.flatMap(({ id: team_id }) =>
      some(users).map((user_id) => ({
        ...{ ...ours, ...dated, team_id, user_id, form_number: 1, answers: "{}" },
        status: pick("pending", "pending", "accepted", "withdrawn"),
      })),
    ),
  });
  const insert = (table: string, row: Row) =>
    raw.DB.prepare(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`,
    ).bind(...Object.values(row));
  await raw.DB.batch([
    ...TABLES.toReversed().map((table) => raw.DB.prepare(`delete from ${table}`)),
    ...TABLES.flatMap((table) => (rows[table] ?? []).map((row) => insert(table, row))),
    ...users.map((id) =>
      raw.DB.prepare("update users set notices_read_to = ? where id = ?").bind(pick(0, 0, 5, 9), id),
    ),
  ]);
}
