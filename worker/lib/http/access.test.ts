import { expect, it } from "vitest";
import { ask, NOW, outcome, personWith, wayOf } from "../../testing/little-app.ts";
import type { MemberActor } from "../actor.ts";
import {
  type Access,
  inBrowser,
  inSession,
  own,
  ownsOnly,
  ownsOr,
  proven,
  provenIf,
  provenOfHolders,
  publicRoute,
  requires,
  requiresAll,
  signedIn,
} from "./access.ts";
import { nothing } from "./answers.ts";
import { get } from "./route.ts";

const { kind: _, sessionId: __, provenAt: ___, endsAt: ____, ...anybody } = personWith();
const program: MemberActor = { ...anybody, kind: "token", tokenId: 1, tokenName: "Fleet sheet" };
const recently = new Date(NOW.getTime() - 60_000).toISOString();

/** The outcome of a request to a route with an access, by an actor. */
const enters = (
  access: Access,
  actor: MemberActor | null,
  request = "GET /a",
  isAmbient = actor !== program,
) => {
  const path = request.includes("/7") || request.includes("/8") ? "/users/:userId" : "/a";
  const route = get((request.includes("/org/") ? "/org/:orgId" : path) as "/a", {
    access,
    summary: "",
    answers: nothing,
    run: () => undefined,
  });
  return outcome([route], request, { way: wayOf(actor, isAmbient) });
};

it("admits the callers that the access names, and refuses all others with the reason", async () => {
  const reader = personWith(["members.read"]);
  const writer = personWith(["members.read", "members.write"]);
  const [either, both] = [
    requires("members.read", "members.write"),
    requiresAll("members.read", "members.write"),
  ];
  const among = ownsOr("members.write", { among: ["members.read"] });
  const cases: [
    name: string,
    access: Access,
    actor: MemberActor | null,
    outcome: number | string,
    request?: string,
  ][] = [
    ["public", publicRoute(), null, 204],
    ["public", publicRoute(), program, 204],
    ["browser", inBrowser(), null, 204],
    ["browser", inBrowser(), reader, 204],
    ["browser", inBrowser(), program, "session_required"],
    ["signed in", signedIn(), personWith(), 204],
    ["signed in", signedIn(), program, 204],
    ["signed in", signedIn(), null, "signed_out"],
    ["own", own(), personWith(), 204, "GET /users/7"],
    ["own", own(), personWith(), "not_found", "GET /users/8"],
    ["own", own(), null, "signed_out", "GET /users/7"],
    ["either", either, personWith(), "forbidden"],
    ["either", either, reader, 204],
    ["either", either, personWith(["members.write"]), 204],
    ["both", both, reader, "forbidden"],
    ["both", both, writer, 204],
    ["owner", ownsOr("members.write"), personWith(), 204],
    ["owner among", among, personWith(), "forbidden"],
    ["owner among", among, reader, 204],
    ["session", inSession(), personWith(), 204],
    ["session", inSession(), program, "session_required"],
    ["session", inSession(either), personWith(), "forbidden"],
    ["proven", proven(signedIn()), personWith(), "reauthentication_required"],
    ["proven", proven(signedIn()), personWith([], { provenAt: recently }), 204],
    ["proven", proven(signedIn()), program, "session_required"],
    ["proven", proven(either), personWith([], { provenAt: recently }), "forbidden"],
    ["organization", signedIn(), personWith(), 204, "GET /org/1"],
    ["organization", signedIn(), personWith(), "not_found", "GET /org/2"],
    ["organization", either, reader, "not_found", "GET /org/2"],
    ["organization", publicRoute(), null, 204, "GET /org/2"],
  ];
  for (const [name, access, actor, expected, request] of cases) {
    const granted = actor && [...actor.permissions];
    expect([name, granted, request, await enters(access, actor, request)]).toEqual([
      name,
      granted,
      request,
      expected,
    ]);
  }
});

it("names the first permission that is missing", async () => {
  const route = get("/a", {
    access: requiresAll("members.read", "members.write", "admin.users"),
    ...{ summary: "", answers: nothing, run: () => undefined },
  });
  const { body } = await ask([route], "GET /a", { way: wayOf(personWith(["members.read"])) });
  expect(body.detail).toContain("(members.write)");
});

it("has a rule that names its callers", () => {
  const writes = { kind: "permission", permissions: ["bots.write"] };
  const isNeeded = () => true;
  for (const [access, rule, proof] of [
    [publicRoute(), { kind: "public" }],
    [inBrowser(), { kind: "public", session: true }],
    [own(), { kind: "signed-in", ownsOr: [] }],
    [ownsOr("bots.write"), { kind: "signed-in", ownsOr: ["bots.write"] }],
    [ownsOr([], { among: ["bots.write"], owned: "drafts" }), { ...writes, ownsOr: [], owned: "drafts" }],
    [ownsOnly(), { kind: "signed-in", ownsOr: [] }],
    [ownsOnly("bots.write"), { ...writes, ownsOr: [] }],
    [requires("bots.write"), writes],
    [inSession(requires("bots.write")), { ...writes, session: true }],
    [proven(requires("bots.write")), { ...writes, session: true }, {}],
    [provenIf(isNeeded, requires("bots.write")), writes, { isNeeded }],
    [provenOfHolders("admin.users", requires("bots.write")), writes, { ofHolders: "admin.users" }],
  ] as const)
    expect([access.rule, access.proof]).toEqual([rule, proof]);
});
