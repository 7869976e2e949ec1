import type { RouteCase, Scene } from "../../../testing/cases.ts";
import { raw, rows } from "../../../testing/database.ts";
import { manyUsers, person } from "../../../testing/world.ts";
import { noted, over } from "../../attendance/testing/attendance.factory.ts";
import { CREW_LIMIT } from "../split.schema.ts";
import { crewed, expense, lineOf, lock, transfer } from "./payouts.factory.ts";

/** A contract of the caller, or of the officer where the caller is no member, with a split among four. */
const crewedOf = ({ caller, role, isForeign, officer }: Scene, values: Record<string, unknown> = {}) => {
  const owner = role === null || isForeign ? officer : caller;
  return crewed(values, owner, owner);
};

/** Inserts four transfers of such a contract; returns the first, which the caller pays, and the last, which they receive. */
async function transfersOf(scene: Scene) {
  const job = await crewedOf(scene, { status: "awaiting_payment", transfers: 4 });
  const ids: number[] = [];
  for (const each of [job.crew[1], job.crew[2], job.crew[3]])
    ids.push(
      await transfer({ contract_id: job.id, payer: job.owner.userId, receiver: each?.userId ?? null }),
    );
  const last = await transfer({
    ...{ contract_id: job.id, payer: job.crew[1]?.userId, receiver: job.owner.userId },
    sent_at: "2026-11-22T12:00:00.000Z",
  });
  return { first: ids[0] ?? 0, last, job };
}

/** The same contract with as large a crew as possible, each a user whom the payer owes a share. */
async function crewedByMost(scene: Scene, values: Record<string, unknown> = {}) {
  const job = await crewedOf(scene, values);
  const users = await manyUsers(CREW_LIMIT);
  const lines = users.map((userId, at) => ({
    ...{ userId, name: `Pilot ${at}`, value: 1, holds: 0, donates: false },
  }));
  await raw.DB.prepare("update contract_splits set lines = ? where id = ?")
    .bind(JSON.stringify(lines), job.id)
    .run();
  return { ...job, users };
}

/** Inserts a confirmed transfer and an open correction of it between another member and the owner of such a contract. */
async function correctedOf(scene: Scene) {
  const job = await crewedOf(scene, {
    status: "closed",
    transfers: 1,
    transfers_sent: 1,
    transfers_confirmed: 1,
  });
  const [owner, pilot] = [job.owner.userId, job.crew[1]?.userId];
  const at = "2026-11-22T12:00:00.000Z";
  await transfer({ contract_id: job.id, payer: owner, receiver: pilot, sent_at: at, confirmed_at: at });
  const id = await transfer({ contract_id: job.id, payer: pilot, receiver: owner, reason: "Sent twice" });
  return { job, id };
}

const routeCase = (
  route: string,
  each: Omit<RouteCase, "route" | "access" | "ofOrganization">,
): RouteCase => ({
  route,
  access: ["contracts.read"],
  ownsOr: ["contracts.admin"],
  ofOrganization: true,
  ...each,
});

export const cases: RouteCase[] = [
  routeCase("GET /api/contracts/:id/payout", {
    request: async (scene) => {
      const { path, ...job } = await crewedOf(scene);
      await expense({ path, ...job });
      return { path };
    },
  }),
  routeCase("PUT /api/contracts/:id/payout", {
    request: async (scene) => {
      const { path, owner, crew } = await crewedOf(scene);
      const lines = crew.map((each) => lineOf(each ?? "Jeppe", 25));
      return { path, body: { mode: "percentage", payer: owner.userId, lines, version: 1 } };
    },
    gives: ({ userId }) => ({ body: { mode: "equal", lines: [{ userId, value: 1 }] } }),
    largest: async (scene) => {
      const { path, owner, users } = await crewedByMost(scene);
      const lines = users.map((userId) => ({ userId, value: 2 }));
      return { path, body: { mode: "percentage", payer: owner.userId, lines, version: 1 } };
    },
  }),
  {
    route: "POST /api/events/:id/pay",
    access: ["contracts.write", "events.read"],
    isEachNeeded: true,
    ofOrganization: true,
    kind: "several",
    // A contract that nobody took is accepted and completed, too.
    generated: { adds: 30 },
    request: async (scene) => {
      const { caller, role, isForeign, officer } = scene;
      const owner = role === null || isForeign ? officer : caller;
      const { id } = await crewedOf(scene);
      const eventId = await over(30, { organizer_id: owner.userId, created_by: owner.userId });
      for (const minutes of [120, 60])
        await noted(eventId, (await person("member")).userId, { answer: "partly", minutes });
      return { path: `/api/events/${eventId}/pay`, body: { contract: id, version: 1 } };
    },
  },
  routeCase("POST /api/contracts/:id/payout/lock", {
    // Stores the transfers.
    kind: "several",
    generated: { adds: 60 },
    request: async (scene) => {
      const { path, ...job } = await crewedOf(scene);
      await expense({ path, ...job }, { status: "approved" });
      return { path: `${path}/lock`, body: { version: 1 } };
    },
    largest: async (scene) => ({
      path: `${(await crewedByMost(scene)).path}/lock`,
      body: { version: 1 },
    }),
  }),
  routeCase("POST /api/contracts/:id/payout/unlock", {
    request: async (scene) => {
      const { path, ...job } = await crewedOf(scene);
      await lock({ path, ...job });
      return { path: `${path}/unlock`, body: { version: 2 } };
    },
    largest: async (scene) => {
      const job = await crewedByMost(scene);
      await lock(job);
      return { path: `${job.path}/unlock`, body: { version: 2 } };
    },
  }),
  routeCase("PATCH /api/contracts/:id/payout/donate", {
    request: async (scene) => {
      const { path } = await crewedOf(scene);
      return { path: `${path}/donate`, body: { donates: true, version: 1 } };
    },
  }),
  routeCase("POST /api/contracts/:id/expenses", {
    gives: "Names somebody of the split, who was given that part before.",
    request: async (scene) => {
      const { id } = await crewedOf(scene);
      return { path: `/api/contracts/${id}/expenses`, body: { amount: 86_400, note: "Fuel, two stops" } };
    },
    status: 201,
  }),
  routeCase("PATCH /api/contract-expenses/:id", {
    request: async (scene) => {
      const id = await expense(await crewedOf(scene));
      return { path: `/api/contract-expenses/${id}`, body: { status: "approved", version: 1 } };
    },
  }),
  routeCase("DELETE /api/contract-expenses/:id", {
    request: async (scene) => ({ path: `/api/contract-expenses/${await expense(await crewedOf(scene))}` }),
  }),
  routeCase("PATCH /api/contracts/:id/payout/sent", {
    kind: "several",
    request: async (scene) => {
      const { first, job } = await transfersOf(scene);
      const transfers = [0, 1].map((more) => ({ id: first + more, version: 1 }));
      return { path: `${job.path}/sent`, body: { sent: true, transfers } };
    },
    largest: async (scene) => {
      const job = await crewedByMost(scene);
      await lock(job);
      const ids = await rows<{ id: number }>("select id from payout_transfers where contract_id = ?", job.id);
      const transfers = ids.slice(0, CREW_LIMIT).map(({ id }) => ({ id, version: 1 }));
      return { path: `${job.path}/sent`, body: { sent: true, transfers } };
    },
  }),
  routeCase("PATCH /api/payout-transfers/:id/sent", {
    request: async (scene) => {
      const { first } = await transfersOf(scene);
      return { path: `/api/payout-transfers/${first}/sent`, body: { sent: true, version: 1 } };
    },
  }),
  routeCase("PATCH /api/payout-transfers/:id/confirmed", {
    request: async (scene) => {
      const { last } = await transfersOf(scene);
      return { path: `/api/payout-transfers/${last}/confirmed`, body: { version: 1 } };
    },
  }),
  {
    route: "GET /api/user/money",
    kind: "figures",
    access: ["contracts.read"],
    request: async (scene) => {
      await transfersOf(scene);
      return { path: "/api/user/money" };
    },
  },
  routeCase("POST /api/contracts/:id/corrections", {
    gives: "Names people of the payout, who were given that part before.",
    request: async (scene) => {
      const { job } = await correctedOf(scene);
      const [payer, receiver] = [job.crew[1]?.userId, job.owner.userId];
      const body = { payer, receiver, amount: 86_400, reason: "Sent twice, by two people" };
      return { path: `/api/contracts/${job.id}/corrections`, body };
    },
    status: 201,
  }),
  routeCase("DELETE /api/payout-transfers/:id", {
    request: async (scene) => ({ path: `/api/payout-transfers/${(await correctedOf(scene)).id}` }),
  }),
];
