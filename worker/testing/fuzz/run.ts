import fc from "fast-check";
import { vi } from "vitest";
import { signed } from "../../features/bots/testing/bots.factory.ts";
import type { SystemRole } from "../../lib/permissions.schema.ts";
import type { Scene } from "../routes.ts";
import { backgroundDone, type Caller, nobody, organization, person, raw } from "../world.ts";
import { lookAtAnswers } from "./check.ts";
import { basesOf, requestsOf, type Sent } from "./requests.ts";

/** A caller of requests; it is made again when its session has ended. */
type Slot = { name: string; caller: Caller; make: () => Promise<Caller> };

async function slots(): Promise<Slot[]> {
  const elsewhere = await organization();
  const makers: [string, () => Promise<Caller>][] = [
    ...(["administrator", "officer", "crm_manager", "recruiter", "onboarding_team", "member"] as const).map(
      (role: SystemRole): [string, () => Promise<Caller>] => [role, () => person(role)],
    ),
    ["a visitor who is no member", () => person(null)],
    ["nobody", async () => nobody],
    ["another organization's administrator", () => person("administrator", elsewhere)],
    [
      "an inactive administrator",
      async () => {
        const caller = await person("administrator");
        await raw.DB.prepare("update members set status = 'inactive' where id = ?")
          .bind(caller.memberId)
          .run();
        return caller;
      },
    ],
  ];
  const made: Slot[] = [];
  for (const [name, make] of makers) made.push({ name, make, caller: await make() });
  return made;
}

const short = (text: string | undefined) =>
  text && text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text;

async function send({ base, path, body, headers, odd }: Sent, caller: Caller) {
  const [method = ""] = base.route.split(" ");
  const own: Record<string, string> = base.isForGateway && body ? await signed(path, body) : {};
  const answer = await caller.call(method, path, { body, headers: { ...headers, ...own, ...odd } });
  await backgroundDone();
  return answer;
}

/**
 * Sends generated requests to an empty organization; the same seed gives the same requests.
 * @returns a sentence for each fault, and how many requests were answered with which status
 */
export async function sendRequests(seed: number, count: number) {
  const all = await slots();
  const [{ caller } = { caller: nobody }] = all;
  const scene: Scene = { caller, role: "administrator", isForeign: false, officer: await person("officer") };
  const bases = await basesOf(scene);
  const { faultsOf, lookAnew } = await lookAtAnswers();
  const lines: string[] = [];
  const error = vi.spyOn(console, "error").mockImplementation((line: unknown) => lines.push(String(line)));
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  const accepted = new Set<string>();
  try {
    for (const [at, sent] of fc.sample(requestsOf(bases, all.length), { seed, numRuns: count }).entries()) {
      const slot = all[sent.caller] as Slot;
      lines.length = 0;
      const answer = await send(sent, slot.caller);
      const found = await faultsOf(sent, answer);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status < 400) accepted.add(sent.base.route);
      if (found.length) {
        const what = `${sent.base.route.split(" ")[0]} ${short(sent.path)} ${short(sent.body) ?? ""} ${short(JSON.stringify(sent.odd))}`;
        faults.push(
          `seed ${seed}, request ${at}, ${slot.name}: ${what}: ${found.join("; ")} ${short(lines.join(" ")) ?? ""}`,
        );
      }
      if (slot.caller.token && answer.status === 401) {
        slot.caller = await slot.make();
        await lookAnew();
      }
    }
  } finally {
    error.mockRestore();
  }
  const refusedAlways = bases.map(({ route }) => route).filter((route) => !accepted.has(route));
  return { faults, statuses, refusedAlways };
}
