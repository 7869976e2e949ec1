import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { runs } from "../../testing/runs.ts";
import { type Caller, interrupted, person, raw, rows, value } from "../../testing/world.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import type { Need, Notice } from "../notices/notices.schema.ts";
import {
  type ApplicationDetails,
  type ApplicationSummary,
  VERDICTS,
  type Verdict,
} from "./security-team.schema.ts";
import { applied, chooseRole, putOnHold, reviewed } from "./testing/security-team.factory.ts";

const BASE = "/api/security-applications";
let otto: Caller;
let olga: Caller;
let vega: Caller;
beforeEach(async () => {
  otto = await person("officer", 1, "Otto");
  olga = await person("officer", 1, "Olga");
  vega = await person("officer", 1, "Vega");
});

const codeOf = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? "ok" : (JSON.parse(text) as { code: string }).code;
const review = async (by: Caller, id: number, verdict: Verdict = "accept") =>
  codeOf(await by.call("POST", `${BASE}/${id}/reviews`, { body: { verdict, text: `I say ${verdict}` } }));
const decide = async (by: Caller, id: number, decision: Verdict) =>
  codeOf(await by.call("PATCH", `${BASE}/${id}/decision`, { body: { decision } }));
const detailsOf = (by: Caller, id: number) => by.ok<ApplicationDetails>("GET", `${BASE}/${id}/details`);
const groupOf = async (by: Caller, id: number) =>
  (await by.ok<ApplicationSummary[]>("GET", `${BASE}/1`)).find((each) => each.id === id)?.group;

type Call = { by: number; does: "review" | "decide"; verdict: Verdict };

/** The expected answer and the state after it, by the rules alone. */
function model(
  state: { reviews: Map<number, Verdict>; isDecided: boolean },
  { by, does, verdict }: Call,
): string {
  const { reviews } = state;
  const declining = [...reviews.values()].filter((each) => each === "decline").length;
  const accepting = reviews.size - declining;
  if (by === 0) return "application_self";
  if (state.isDecided) return "application_decided";
  if (does === "decide") {
    if ((verdict === "decline" ? declining : accepting) < 2) return "security_undecided";
    state.isDecided = true;
    return "ok";
  }
  if (reviews.has(by)) return "security_reviewed";
  if (Math.max(declining, accepting) >= 2) return "security_reviews_in";
  reviews.set(by, verdict);
  return "ok";
}

it("in any order of calls, two equal reviews or a third one settle it, each user writes once, only the majority is decided, and nobody decides on their own", async () => {
  await chooseRole();
  const people = [vega, otto, olga, await person("officer"), await person("administrator")];
  const call: fc.Arbitrary<Call> = fc.record({
    by: fc.integer({ min: 0, max: people.length - 1 }),
    does: fc.constantFrom("review", "review", "decide"),
    verdict: fc.constantFrom(...VERDICTS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 12 }), async (calls) => {
      await raw.DB.prepare("delete from contract_applications").run();
      const id = await applied(vega);
      const state = { reviews: new Map<number, Verdict>(), isDecided: false };
      for (const each of calls) {
        const { by, does, verdict } = each;
        const expected = model(state, each);
        const caller = people[by] as Caller;
        expect([
          each,
          await (does === "review" ? review(caller, id, verdict) : decide(caller, id, verdict)),
        ]).toEqual([each, expected]);
      }
      const seen = await detailsOf(people.at(-1) as Caller, id);
      const isOpen = state.reviews.size >= 2;
      const own = state.reviews.has(people.length - 1) ? 1 : 0;
      expect(seen.staff?.reviews).toHaveLength(isOpen ? state.reviews.size : own);
      expect((await detailsOf(vega, id)).staff).toBeNull();
    }),
    runs(5, 25),
  );
});

describe("reviews", () => {
  it("sent by several users at once are at most two that agree, and each is readable by all", async () => {
    const id = await applied(vega);
    const more = await Promise.all([1, 2, 3].map(() => person("officer")));
    const codes = await Promise.all([otto, olga, ...more].map((each) => review(each, id)));
    expect(codes.sort()).toEqual(["ok", "ok", ...Array(3).fill("security_reviews_in")]);
    const { staff } = await detailsOf(otto, id);
    expect([staff?.reviews.length, staff?.decision]).toEqual([2, "accept"]);
    expect(await rows("select sealed from security_reviews where sealed is not null")).toEqual([]);
  });

  it("group an application alike before and after another user's first one, and by the needed action afterwards", async () => {
    const id = await applied(vega);
    const groups = async () => Promise.all([otto, olga, vega].map((each) => groupOf(each, id)));
    const asked = async () => (await olga.ok<Need[]>("GET", "/api/user/needs")).map(({ kind }) => kind);
    expect([await groups(), await asked()]).toEqual([["review", "review", "own"], ["security.review"]]);
    await review(otto, id, "accept");
    expect([await groups(), await asked()]).toEqual([["others", "review", "own"], ["security.review"]]);
    await review(olga, id, "decline");
    expect([await groups(), await asked()]).toEqual([["others", "others", "own"], []]);
    const third = await person("administrator");
    expect(await groupOf(third, id)).toBe("review");
    await review(third, id, "trial");
    expect([await groups(), await asked()]).toEqual([["decision", "decision", "own"], ["security.decide"]]);
    await putOnHold(id);
    expect([await groups(), await asked()]).toEqual([["others", "others", "own"], []]);
  });

  it("are announced once both exist: by one audit entry with both names, and a notice", async () => {
    const id = await applied(vega);
    const ada = await person("administrator", 1, "Ada");
    const sentences = async () =>
      (await ada.ok<AuditEntry[]>("GET", "/api/audit/1"))
        .filter(({ action }) => action === "security.reviewed")
        .map(({ sentence }) => sentence);
    const ready = async (caller: Caller) =>
      (await caller.ok<Notice[]>("GET", "/api/user/notices")).filter(({ kind }) => kind === "security.ready")
        .length;
    await review(otto, id, "decline");
    expect([await sentences(), await ready(ada)]).toEqual([[], 0]);
    await review(olga, id, "decline");
    expect(await sentences()).toEqual([
      "Otto and Olga reviewed the application of Vega for the Security Team",
    ]);
    expect([await ready(ada), await ready(otto), await ready(olga), await ready(vega)]).toEqual([1, 1, 0, 0]);
  });

  it("keep counting, without an author, when their reviewer is deleted", async () => {
    const id = await applied(vega);
    await review(otto, id);
    await (await person("administrator")).ok("DELETE", `/api/users/${otto.userId}`);
    await review(olga, id);
    const { staff } = await detailsOf(olga, id);
    expect(staff?.reviews.map(({ reviewer, verdict }) => [reviewer?.displayName ?? null, verdict])).toEqual([
      [null, "accept"],
      ["Olga", "accept"],
    ]);
    expect(staff?.decision).toBe("accept");
  });

  it("start again where the key of a sealed one is lost", async () => {
    const id = await applied(vega);
    await review(otto, id);
    await raw.DB.prepare("update security_reviews set sealed = 'v1:gone:AAAA:AAAA'").run();
    expect(await review(olga, id)).toBe("ok");
    expect(await value("select count(*) from security_reviews")).toBe(1);
    expect(await review(otto, id)).toBe("ok");
    expect((await detailsOf(olga, id)).staff?.decision).toBe("accept");
  });
});

describe("an edit of an application that changed meanwhile", () => {
  it("is refused with the current application: a decision after a hold, a hold after the reviews", async () => {
    await chooseRole();
    const id = await reviewed(await applied(vega), "accept", "trial");
    await otto.ok("POST", `${BASE}/${id}/hold`, { reason: "Which ships?", version: 1 });
    const late = await olga.fails("PATCH", `${BASE}/${id}/decision`, { decision: "accept", version: 1 });
    expect(late).toMatchObject({
      code: "stale_version",
      current: { application: { version: 2 }, hold: { reason: "Which ships?" } },
    });
    const other = await applied();
    await review(otto, other);
    await review(olga, other);
    const hold = await otto.fails("POST", `${BASE}/${other}/hold`, { reason: "Which ships?", version: 1 });
    expect(hold.code).toBe("stale_version");
  });

  it("is made once when the application changes between reading and writing", async () => {
    const id = await applied(vega);
    const body = { verdict: "accept", text: "Calm" };
    const database = interrupted(3, async () => void (await review(otto, id)));
    const { status } = await olga.call("POST", `${BASE}/${id}/reviews`, { body, database });
    expect([status, await value("select count(*) from security_reviews where verdict is not null")]).toEqual([
      200, 2,
    ]);
  });
});
