import * as fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, person, raw, rows } from "../../testing/world.ts";
import {
  CONTRACT_STATUSES,
  type Contract,
  type ContractCounts,
  type ContractStatus,
} from "./contracts.schema.ts";
import { LEGAL } from "./testing/contracts.rules.ts";

const isLegal = (from: ContractStatus, to: ContractStatus) => LEGAL[from].split(" ").includes(to);
const isAvailable = (status: ContractStatus) => ["posted", "open", "active"].includes(status);

const NAMES = ["admin", "author", "other", "nova", "vega"] as const;
type Name = (typeof NAMES)[number];
type Pilot = "nova" | "vega";
let people: Record<Name, Caller>;
beforeEach(async () => {
  people = {
    admin: await person("administrator"),
    author: await person("recruiter"),
    other: await person("onboarding_team"),
    nova: await person("member"),
    vega: await person("member"),
  };
});

/** The expected contract; `poster` is the user who posted it last. */
type Model = { status: ContractStatus; poster: Name; assignee: Pilot | null; version: number; title: string };
type Step =
  | { kind: "status"; to: ContractStatus }
  | { kind: "post" }
  | { kind: "rename" }
  | { kind: "assign"; to: Pilot | null }
  | { kind: "delete" };
/** The expected result of a step: an error, or the contract after it; null for a deleted one. */
type Verdict = string | Model | null;

const owns = (model: Model, who: Name) => who === "admin" || who === "author" || who === model.poster;
const sees = (model: Model, who: Name) => model.status !== "draft" || owns(model, who);

function moved(model: Model, who: Name, to: ContractStatus): Verdict {
  const isTheirs = owns(model, who) || model.assignee === who;
  if (to === model.status) return isTheirs ? model : "contract_not_yours";
  if (!isLegal(model.status, to)) return "contract_transition";
  if (to === "accepted" && model.assignee === null) return "contract_needs_assignee";
  const isAssigneesStep = to === "accepted" || to === "completed";
  if (!(isAssigneesStep ? isTheirs : owns(model, who))) return "contract_not_yours";
  const version = model.version + 1;
  if (to === "draft") return { ...model, status: to, version, assignee: null };
  return { ...model, status: to, version, ...(model.status === "draft" ? { poster: who } : {}) };
}

function assigned(model: Model, to: Pilot | null, sendsVersion: boolean): Verdict {
  if (to === model.assignee) return model;
  const next = { ...model, assignee: to, version: model.version + 1 };
  if (model.status === "draft") return next;
  if (!isAvailable(model.status)) {
    if (model.status !== "accepted" || to === null) return "contract_has_assignee";
  } else if (to === null) return next;
  if (model.assignee !== null && !sendsVersion) return "contract_taken";
  return { ...next, status: "accepted" };
}

function verdict(model: Model | null, who: Name, step: Step, sendsVersion: boolean, title: string): Verdict {
  if (step.kind === "post" && (who === "nova" || who === "vega")) return "forbidden";
  if (!model || !sees(model, who)) return "not_found";
  if (step.kind === "status") return moved(model, who, step.to);
  // Posting an available contract changes nothing.
  if (step.kind === "post") return moved(model, who, isAvailable(model.status) ? model.status : "posted");
  if (!owns(model, who)) return "contract_not_yours";
  if (step.kind === "delete") return model.status === "draft" ? null : "contract_not_draft";
  if (LEGAL[model.status] === "") return "contract_final";
  if (step.kind === "assign") return assigned(model, step.to, sendsVersion);
  return { ...model, title, version: model.version + 1 };
}

function requestOf(id: number, step: Step, title: string): [string, string, Record<string, unknown>?] {
  const path = `/api/contracts/${id}`;
  if (step.kind === "status") return ["PATCH", `${path}/status`, { status: step.to }];
  if (step.kind === "post") return ["PATCH", `${path}/post`, {}];
  if (step.kind === "rename") return ["PUT", path, { title }];
  if (step.kind === "delete") return ["DELETE", path];
  return ["PUT", path, { assignedTo: step.to && people[step.to].userId }];
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("status" as const), to: fc.constantFrom(...CONTRACT_STATUSES) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "post" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "rename" as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("assign" as const),
      to: fc.constantFrom("nova" as const, "vega" as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "delete" as const }) },
);
const turn = fc.record({
  who: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("admin" as const, "author" as const) },
    fc.constantFrom(...NAMES),
  ),
  step: steps,
  sendsVersion: fc.boolean(),
});

/** Checks that users who look after a draft can see it and others cannot. */
async function checkPrivacy(id: number, model: Model) {
  for (const name of NAMES) {
    const caller = people[name];
    const isSeen = sees(model, name);
    for (const path of ["record", "history"])
      expect((await caller.call("GET", `/api/contracts/${id}/${path}`)).status).toBe(isSeen ? 200 : 404);
    const all = await caller.ok<Contract[]>("GET", "/api/contracts/1?show=all_drafts");
    const own = await caller.ok<Contract[]>("GET", "/api/contracts/1");
    const counts = await caller.ok<ContractCounts>("GET", "/api/contracts/1/counts");
    const isDraft = model.status === "draft";
    const isOwn = name === "author" || name === model.poster;
    const seen = [all.length, own.length, counts.active, counts.drafts];
    expect([name, ...seen]).toEqual([
      name,
      Number(isDraft && isSeen),
      Number(isDraft ? isOwn : isSeen),
      Number(!isDraft),
      Number(isDraft && isOwn),
    ]);
  }
}

it("allows only legal steps, has one assignee and hides drafts under random calls of random users", async () => {
  let titles = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("draft" as const, "posted" as const, "active" as const),
      fc.array(turn, { minLength: 6, maxLength: 14 }),
      async (status, turns) => {
        await raw.DB.prepare("delete from contracts").run();
        const first = `Secret ${++titles}.`;
        const body = { title: first, amount: 500, status };
        const { id } = await people.author.ok<Contract>("POST", "/api/contracts", body);
        let model: Model | null = { status, poster: "author", assignee: null, version: 1, title: first };
        const [known, secret] = [new Set<string>(), new Set([first])];
        const tell = () => {
          if (model && model.status !== "draft") known.add(model.title);
        };
        tell();
        for (const { who, step, sendsVersion } of turns) {
          const title = `Secret ${++titles}.`;
          const expected = verdict(model, who, step, sendsVersion, title);
          const [method, path, values] = requestOf(id, step, title);
          const version = sendsVersion && model ? { version: model.version } : {};
          const before = await rows("select * from contract_history");
          const answer = await people[who].call(method, path, { body: values && { ...values, ...version } });
          const code = answer.status < 300 ? null : (JSON.parse(answer.text) as Problem).code;
          const what = `${who} ${JSON.stringify(step)} ${JSON.stringify(model)}`;
          expect(code, what).toBe(typeof expected === "string" ? expected : null);
          const isChange = typeof expected !== "string" && expected !== model;
          if (!isChange) expect(answer.meter.rowsWritten, what).toBe(0);
          else if (expected)
            expect((await rows("select * from contract_history")).length, what).toBeGreaterThan(
              before.length,
            );
          if (typeof expected !== "string") model = expected;
          if (step.kind === "rename" && isChange) secret.add(title);
          tell();
          const [stored] = await rows("select title, status, assigned_to, posted_by, version from contracts");
          expect(stored, what).toEqual(
            model
              ? {
                  ...{ title: model.title, status: model.status, version: model.version },
                  assigned_to: model.assignee && people[model.assignee].userId,
                  posted_by: people[model.poster].memberId,
                }
              : undefined,
          );
        }
        if (model) await checkPrivacy(id, model);
        const told =
          (await people.admin.call("GET", "/api/audit/1")).text +
          (await people.admin.call("GET", "/api/activities/1")).text;
        for (const title of secret) if (!known.has(title)) expect(told).not.toContain(title);
      },
    ),
    runs(3, 10),
  );
});
