import * as fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { type Caller, organization, person, raw, value } from "../../testing/world.ts";
import { payload } from "../applications/testing/applications.factory.ts";
import { feeOf, type SheetLine, SPLIT_MODES } from "../payouts/payouts.schema.ts";
import { CONTRACT_STATUSES, type Contract, type ContractStatus } from "./contracts.schema.ts";
import { LEGAL } from "./testing/contracts.rules.ts";

// Random calls of contracts, applications and payouts, after each of which the same rules are checked.
const AVAILABLE = ["posted", "open", "active"];
/** Taking back that a payment was sent is the only step back beside the transitions. */
const MOVES = { ...LEGAL, payment_sent: `${LEGAL.payment_sent} awaiting_payment` };
const WITHOUT_ASSIGNEE = [...AVAILABLE, "draft", "cancelled"];

const NAMES = ["admin", "author", "other", "nova", "vega", "stranger"] as const;
type Name = (typeof NAMES)[number];
let people: Record<Name, Caller>;
beforeEach(async () => {
  people = {
    admin: await person("administrator"),
    author: await person("recruiter"),
    other: await person("onboarding_team"),
    nova: await person("member"),
    vega: await person("member"),
    stranger: await person("administrator", await organization()),
  };
});

const KINDS = [
  ...[
    "status",
    "post",
    "edit",
    "assign",
    "apply",
    "accept",
    "decline",
    "withdraw",
    "sheet",
    "lock",
    "unlock",
  ],
  ...["donate", "spend", "decide", "unspend", "send", "unsend", "confirm"],
] as const;
const turn = fc.record({
  /** Takes the next step from draft to closed, as a user who may take it. */
  goesOn: fc.boolean(),
  who: fc.constantFrom(...NAMES),
  kind: fc.constantFrom(...KINDS),
  status: fc.constantFrom(...CONTRACT_STATUSES),
  mode: fc.constantFrom(...SPLIT_MODES),
  pilot: fc.constantFrom("nova" as const, "vega" as const),
  flag: fc.boolean(),
  number: fc.nat({ max: 100_000 }),
  place: fc.nat({ max: 3 }),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;
type Call = [who: Name, method: string, path: string, body?: Record<string, unknown>];

/** The id of a row of a table, 999 without one. */
const idIn = async (table: string, place: number, where = "1") =>
  (await value<number | null>(
    `select id from ${table} where ${where} order by id desc limit 1 offset ?`,
    place,
  )) ??
  (await value<number | null>(`select max(id) from ${table}`)) ??
  999;

async function callOf(
  id: number,
  { who, kind, status, mode, pilot, flag, number, place }: Turn,
): Promise<Call> {
  const path = `/api/contracts/${id}`;
  const application = async () =>
    `/api/contract-applications/${await idIn("contract_applications", place)}/${kind}`;
  const transfer = async () => `/api/payout-transfers/${await idIn("payout_transfers", place)}`;
  const expense = async () => `/api/contract-expenses/${await idIn("contract_expenses", place)}`;
  switch (kind) {
    case "status":
      return [who, "PATCH", `${path}/status`, { status }];
    case "post":
      return [who, "PATCH", `${path}/post`, {}];
    case "edit":
      return [who, "PUT", path, { amount: number, title: `Run ${number}` }];
    case "assign":
      return [who, "PUT", path, { assignedTo: flag ? people[pilot].userId : null }];
    case "apply":
      return [who, "POST", "/api/contract-applications", payload(id)];
    case "accept":
    case "decline":
    case "withdraw":
      return [who, "PATCH", await application(), {}];
    case "sheet": {
      const lines = [
        {
          userId: people.nova.userId,
          value: mode === "percentage" ? 60 : 1 + place,
          holds: flag ? place : 0,
        },
        { userId: people.vega.userId, value: mode === "percentage" ? 40 : 2 },
        ...(flag && mode !== "percentage"
          ? [{ userId: null, name: "Jeppe", value: 1, donates: place > 1 }]
          : []),
      ];
      return [who, "PUT", `${path}/payout`, { mode, lines }];
    }
    case "lock":
    case "unlock":
      return [who, "POST", `${path}/payout/${kind}`, {}];
    case "donate":
      return [who, "PATCH", `${path}/payout/donate`, { donates: flag }];
    case "spend":
      return [who, "POST", `${path}/expenses`, { amount: 1 + (number % 700), note: "Fuel" }];
    case "decide":
      return [who, "PATCH", await expense(), { status: flag ? "approved" : "declined" }];
    case "unspend":
      return [who, "DELETE", await expense()];
    case "confirm":
      return [who, "PATCH", `${await transfer()}/confirmed`, {}];
    default:
      return [who, "PATCH", `${await transfer()}/sent`, { sent: kind === "send" }];
  }
}

/** The next step from a draft to a closed contract. */
async function nextCall(id: number, status: ContractStatus, turn: Turn): Promise<Call> {
  const take = (who: Name, kind: Turn["kind"], more: Partial<Turn> = {}) =>
    callOf(id, { ...turn, ...more, who, kind, place: 0 });
  if (status === "draft") return take("author", "post");
  if (AVAILABLE.includes(status)) {
    const isAsked =
      (await value("select count(*) from contract_applications where status = 'pending'")) !== 0;
    return isAsked ? take("author", "accept") : take(turn.pilot, "apply");
  }
  if (status === "accepted") return take("admin", "status", { status: "completed" });
  if (status === "completed") {
    const waits = await value("select count(*) from contract_expenses where status = 'pending'");
    if (waits)
      return [
        "author",
        "PATCH",
        `/api/contract-expenses/${await idIn("contract_expenses", 0, "status = 'pending'")}`,
        { status: "declined" },
      ];
    return take("author", "lock");
  }
  if (status === "awaiting_payment") {
    const open = await idIn("payout_transfers", 0, "sent_at is null");
    return open === 999
      ? take("author", "lock")
      : ["author", "PATCH", `/api/payout-transfers/${open}/sent`, { sent: true }];
  }
  return take("author", "status", { status: "closed" });
}

type Stored = {
  status: ContractStatus;
  pay: number;
  assigned_to: number | null;
  posted_by: number;
  applications: number;
  transfers: number;
  transfers_sent: number;
  transfers_confirmed: number;
};
type Transfer = {
  payer: number | null;
  payer_name: string;
  receiver: number | null;
  receiver_name: string;
  amount: number;
  fee: number;
};

type Money = {
  split: { lines: string; payer: number; fee_rate: number } | undefined;
  transfers: Transfer[];
  ledger: { account: string; amount: number }[];
};
type World = Money & { stored: Stored; pending: number; counted: object };

/** Reads everything that a turn can change. */
async function readWorld(): Promise<World> {
  const results = await raw.DB.batch(
    [
      "select * from contracts",
      "select count(*) as count from contract_applications where status = 'pending'",
      "select count(*) as transfers, count(sent_at) as transfers_sent, count(confirmed_at) as transfers_confirmed from payout_transfers",
      "select lines, payer, fee_rate from contract_splits where locked_at is not null",
      "select * from payout_transfers",
      "select account, amount from payout_ledger",
    ].map((sql) => raw.DB.prepare(sql)),
  );
  const [[stored], [pending], [counted], [split], transfers, ledger] = results.map(
    (each) => each.results,
  ) as [[Stored], [{ count: number }], [object], [Money["split"]], Transfer[], Money["ledger"]];
  return { stored, pending: pending.count, counted, split, transfers, ledger };
}

/** Checks that money is neither made nor lost: what users get and give adds up to the pay, to the unit. */
function checkMoney({ pay, status }: Stored, { split, transfers, ledger }: Money, what: string) {
  if (split) {
    const lines = JSON.parse(split.lines) as Required<SheetLine>[];
    expect(
      lines.reduce((sum, each) => sum + each.share + each.expenses, 0),
      what,
    ).toBe(pay);
    for (const { userId, name, receives, holds } of lines) {
      if (userId === split.payer) continue;
      const isThem = (id: number | null, called: string) =>
        userId === null ? id === null && called === name : id === userId;
      const got = transfers.filter((each) => isThem(each.receiver, each.receiver_name));
      const gave = transfers.filter((each) => isThem(each.payer, each.payer_name));
      const sum = (list: Transfer[]) => list.reduce((all, each) => all + each.amount, 0);
      expect(holds + sum(got) - sum(gave), `${what}: ${name}`).toBe(receives);
    }
    for (const { amount, fee } of transfers) expect(fee, what).toBe(feeOf(amount, split.fee_rate));
  } else expect(transfers, what).toEqual([]);
  expect(
    ledger.reduce((sum, { amount }) => sum + amount, 0),
    what,
  ).toBe(0);
  const booked = ledger.filter(({ account }) => account === "contract");
  expect(
    booked.map(({ amount }) => amount),
    what,
  ).toEqual(status === "closed" ? [-pay] : []);
}

/** Checks that users who look after a draft can see it and its records, and others cannot. */
async function checkPrivacy(id: number, { status, posted_by }: Stored, what: string) {
  for (const name of NAMES) {
    const caller = people[name];
    const isOwner = ["admin", "author"].includes(name) || caller.memberId === posted_by;
    if (name !== "stranger" && (status !== "draft" || isOwner)) continue;
    for (const path of [
      `/api/contracts/${id}/record`,
      `/api/contracts/${id}/history`,
      `/api/contracts/${id}/payout`,
      `/api/contract-applications/1?contractId=${id}`,
    ])
      expect((await caller.call("GET", path)).status, `${what}: ${name} ${path}`).toBe(404);
  }
}

async function check(id: number, before: ContractStatus, what: string): Promise<ContractStatus> {
  const { stored, pending, counted, ...money } = await readWorld();
  if (!stored) throw new Error(`${what}: the contract is gone`);
  const { status } = stored;
  expect(
    status === before || MOVES[before].split(" ").includes(status),
    `${what}: ${before} to ${status}`,
  ).toBe(true);
  if (!WITHOUT_ASSIGNEE.includes(status)) expect(stored.assigned_to, what).not.toBeNull();
  expect(stored.applications, what).toBe(pending);
  if (!AVAILABLE.includes(status)) expect(pending, what).toBe(0);
  expect(stored, what).toMatchObject(counted);
  checkMoney(stored, money, what);
  // A change of the state changes the hidden records.
  if (status !== before) await checkPrivacy(id, stored, what);
  return status;
}

it("keeps steps, counters, privacy and money right under random calls of contracts, applications and payouts", async () => {
  const reached = new Set<ContractStatus>();
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 15, maxLength: 40 }), async (turns) => {
      await raw.DB.batch(
        ["payout_ledger", "contracts", "daily_budgets"].map((table) =>
          raw.DB.prepare(`delete from ${table}`),
        ),
      );
      const body = { title: "Refinery pickup", amount: 2_400_000 };
      const { id } = await people.author.ok<Contract>("POST", "/api/contracts", body);
      let status: ContractStatus = "draft";
      for (const turn of turns) {
        const call = await (turn.goesOn ? nextCall(id, status, turn) : callOf(id, turn));
        const [who, method, path, values] = call;
        const answer = await people[who].call(method, path, { body: values });
        const what = `${status}: ${JSON.stringify(call)} ${answer.status} ${answer.text.slice(0, 200)}`;
        expect(answer.status, what).toBeLessThan(500);
        if (who === "stranger") expect(answer.status, what).toBeGreaterThanOrEqual(400);
        status = await check(id, status, what);
        reached.add(status);
      }
    }),
    runs(3, 8),
  );
  expect([...reached]).toEqual(expect.arrayContaining(["accepted", "completed", "awaiting_payment"]));
});
