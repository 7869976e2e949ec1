import { expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { actorWith, given } from "../../testing/actors.ts";
import { insert } from "../../testing/database.ts";
import { person, raw } from "../../testing/world.ts";
import { CONTRACT_STATUSES } from "../contracts/contracts.schema.ts";
import { contracts } from "../contracts/index.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import {
  assertOpen,
  assertOwner,
  expenseAbilities,
  isCorrectable,
  isSendable,
  payoutAbilities,
  takesPart,
  transferAbilities,
} from "./payouts.policy.ts";
import { transfer } from "./testing/payouts.factory.ts";

const [ME, OTHER] = [7, 9];
const actor = actorWith();
const ownContract = { postedBy: 3, createdBy: 4 };
const otherContract = { postedBy: 4, createdBy: 4 };

it("counts as taking part the users who look after the contract, do the work, have a line, pay or receive", async () => {
  const [me, other] = [await person("member"), await person("member")];
  const lines = (...people: { userId: number }[]) => JSON.stringify(people.map(({ userId }) => ({ userId })));
  const split = (id: number, payer: number, all: string) =>
    insert("contract_splits", {
      ...{ id, organization_id: 1, mode: "equal", payer, lines: all, updated_at: "" },
    });
  const pays = (contract_id: number, payer: number, receiver: number) =>
    transfer({ contract_id, payer, receiver });
  const make: Record<string, (id: number) => Promise<unknown>> = {
    nothing: async () => null,
    "others' split": (id) => split(id, other.userId, lines(other)),
    "others' transfer": (id) => pays(id, other.userId, other.userId),
    holds: (id) => split(id, me.userId, lines(other)),
    line: (id) => split(id, other.userId, lines(other, me)),
    pays: (id) => pays(id, me.userId, other.userId),
    receives: (id) => pays(id, other.userId, me.userId),
  };
  for (const [title, work] of Object.entries(make))
    await work(await contract({ title, assigned_to: other.userId, created_by: other.memberId }));
  await contract({ title: "works", assigned_to: me.userId, created_by: other.memberId });
  await contract({ title: "looks after", created_by: me.memberId });
  const { db } = openDb(raw.DB, undefined);
  const titlesOf = async (...people: Parameters<typeof actorWith>) => {
    const found = await db
      .select()
      .from(contracts)
      .where(takesPart(actorWith(...people)));
    return found.map(({ title }) => title).sort();
  };
  const taken = ["holds", "line", "looks after", "pays", "receives", "works"];
  expect(await titlesOf([], { userId: me.userId, memberId: me.memberId })).toEqual(taken);
  expect(await titlesOf(["contracts.admin"], { userId: 0 })).toHaveLength(9);
});

it("gives abilities on a payout by the actor's part in it, its states and its transfers", () => {
  type State = Parameters<typeof payoutAbilities>[1];
  const unsent = { sentAt: null, confirmedAt: null };
  const confirmed = { sentAt: "a", confirmedAt: "b" };
  const may = (
    contract: Partial<State["contract"]>,
    { lockedAt = null, crew = [OTHER], transfers = [] as State["transfers"] } = {} as {
      lockedAt?: string | null;
      crew?: number[];
      transfers?: State["transfers"];
    },
  ) =>
    given(
      payoutAbilities(actor, {
        contract: { status: "completed", assignedTo: OTHER, ...ownContract, ...contract },
        sheet: { lockedAt, lines: crew.map((userId) => ({ userId })) },
        transfers,
      }),
    );
  const lockedAt = "a";
  const crew = [OTHER, ME];
  const status = "awaiting_payment";
  expect(may({})).toEqual(["edit", "lock", "addExpense"]);
  expect(may({ status: "accepted" })).toEqual(["edit", "addExpense"]);
  expect(may({ status: "closed" }, { crew })).toEqual([]);
  expect(may({}, { lockedAt, crew })).toEqual([]);
  expect(may({}, { crew })).toEqual(["edit", "lock", "addExpense", "donate"]);
  expect(may(otherContract, { crew })).toEqual(["addExpense", "donate"]);
  expect(may({ ...otherContract, assignedTo: ME })).toEqual(["addExpense"]);
  expect(may(otherContract)).toEqual([]);
  expect(may({ ...otherContract, status }, { lockedAt, transfers: [confirmed] })).toEqual([]);
  expect(may({ status }, { lockedAt, transfers: [unsent] })).toEqual(["unlock"]);
  expect(may({ status }, { transfers: [unsent] })).toEqual(["edit", "lock", "addExpense"]);
  expect(may({ ...otherContract, status }, { lockedAt })).toEqual([]);
  expect(may({ status: "payment_sent" }, { lockedAt, transfers: [unsent] })).toEqual([]);
  expect(may({ status }, { lockedAt, transfers: [unsent, { ...unsent, sentAt: "a" }] })).toEqual([]);
  expect(may({ status }, { lockedAt, transfers: [unsent, confirmed] })).toEqual(["correct"]);
});

it("lets users who look after the contract change a split, while it is neither approved nor beyond payment", () => {
  const context = { actor, language: "en" } as never;
  const state = {
    sheet: { lockedAt: null, lines: [] },
    contract: { ...ownContract, status: "completed" as const },
  };
  const refusal = (check: () => void) => {
    try {
      check();
    } catch (error) {
      return (error as { code: string }).code;
    }
    return null;
  };
  expect(refusal(() => assertOwner(context, state))).toBeNull();
  expect(
    refusal(() => assertOwner(context, { ...state, contract: { ...otherContract, status: "completed" } })),
  ).toBe("contract_not_yours");
  expect(refusal(() => assertOpen(context, { ...state, sheet: { lockedAt: "a", lines: [] } }))).toBe(
    "payout_locked",
  );
  const open = CONTRACT_STATUSES.filter(
    (status) =>
      refusal(() => assertOpen(context, { ...state, contract: { ...ownContract, status } })) === null,
  );
  expect(open).toEqual(["accepted", "completed", "awaiting_payment"]);
});

it("lets owners decide on expenses, and users withdraw their own pending ones, or as owners a guest's", () => {
  const may = (
    contract: typeof ownContract,
    userId: number | null,
    more: { status?: "approved"; lockedAt?: string } = {},
  ) =>
    given(
      expenseAbilities(
        actor,
        {
          contract: { ...contract, status: "completed" },
          sheet: { lockedAt: more.lockedAt ?? null, lines: [] },
        },
        { userId, status: more.status ?? "pending" },
      ),
    );
  expect([may(ownContract, ME), may(ownContract, OTHER), may(ownContract, null)]).toEqual([
    ["decide", "delete"],
    ["decide"],
    ["decide", "delete"],
  ]);
  expect([may(otherContract, ME), may(otherContract, OTHER), may(otherContract, null)]).toEqual([
    ["delete"],
    [],
    [],
  ]);
  expect(may(ownContract, ME, { status: "approved" })).toEqual(["decide"]);
  expect(may(ownContract, ME, { lockedAt: "a" })).toEqual([]);
});

it("lets payers send, receivers confirm and owners act for guests; a correction is sent by its payer alone", () => {
  type Transfer = Parameters<typeof transferAbilities>[2];
  const may = (contract: typeof ownContract, changed: Partial<Transfer>, status = "awaiting_payment") =>
    given(
      transferAbilities(actor, { ...contract, status } as never, {
        ...{ payer: OTHER, receiver: OTHER, reason: null, sentAt: null, confirmedAt: null },
        ...(changed as Transfer),
      }),
    );
  const [sentAt, reason] = ["a", "too much"];
  expect(may(otherContract, {})).toEqual([]);
  expect(may(otherContract, { sentAt })).toEqual([]);
  expect(may(otherContract, { payer: ME })).toEqual(["send"]);
  expect(may(otherContract, { payer: ME, sentAt })).toEqual(["unsend"]);
  expect(may(otherContract, { payer: ME, receiver: null, sentAt })).toEqual(["unsend", "confirm"]);
  expect(may(otherContract, { receiver: ME })).toEqual([]);
  expect(may(otherContract, { receiver: ME, sentAt })).toEqual(["confirm"]);
  expect(may(otherContract, { receiver: ME, payer: ME, sentAt, confirmedAt: "b" })).toEqual([]);
  expect(may(otherContract, { receiver: null, sentAt })).toEqual([]);
  expect(may(otherContract, { reason })).toEqual([]);
  expect(may(ownContract, {})).toEqual(["send"]);
  expect(may(ownContract, { sentAt })).toEqual(["unsend"]);
  expect(may(ownContract, { receiver: null, sentAt })).toEqual(["unsend", "confirm"]);
  expect(may(ownContract, { reason })).toEqual(["withdraw"]);
  expect(may(ownContract, { reason, sentAt })).toEqual([]);
  expect(may(ownContract, { reason, payer: ME })).toEqual(["send", "withdraw"]);
  expect(may(otherContract, { payer: ME }, "payment_sent")).toEqual([]);
  expect(may(otherContract, { payer: ME, sentAt }, "payment_sent")).toEqual(["unsend"]);
  expect(may(otherContract, { payer: ME, sentAt }, "closed")).toEqual([]);
});

it("allows sending in few states, sending of corrections in every state, and corrections after a confirmed payment", () => {
  const sendable = (reason: string | null, sent: boolean) =>
    CONTRACT_STATUSES.filter((status) => isSendable({ reason }, status, sent));
  expect(sendable(null, true)).toEqual(["awaiting_payment"]);
  expect(sendable(null, false)).toEqual(["awaiting_payment", "payment_sent"]);
  expect(sendable("too much", true)).toEqual(CONTRACT_STATUSES);
  const correctable = (...all: (string | null)[]) =>
    CONTRACT_STATUSES.filter((status) =>
      isCorrectable(
        status,
        all.map((confirmedAt) => ({ confirmedAt })),
      ),
    );
  expect(correctable(null, "a")).toEqual(["awaiting_payment", "payment_sent", "closed"]);
  expect(correctable(null)).toEqual([]);
});
