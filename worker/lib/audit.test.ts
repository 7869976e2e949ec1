import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { contextOf } from "../testing/beacons.ts";
import { NOW, personWith } from "../testing/little-app.ts";
import { rows } from "../testing/world.ts";
import { actorWithoutSession } from "./actor.ts";
import { auditSentence, changedDetails, defineAudit, sessionMark } from "./audit.ts";

const audit = defineAudit(
  {
    "beacon.named": {
      readers: "everyone",
      en: "{actor} named {subject} {toName}, {count|time|times}",
      da: "{actor} kaldte {subject} {toName}",
      without: { en: "{actor} named {subject}", da: "{actor} gav {subject} et navn" },
    },
    "beacon.placed": {
      readers: "bots.read",
      en: "{actor} moved it from {fromPlace} to {toPlace}, {reason}",
      da: "{actor} flyttede den",
    },
  },
  {
    fields: { Place: { en: "Place", da: "Sted", none: { en: "nowhere", da: "ingen steder" } } },
    detailText: (name, value, language) => (name === "toPlace" ? `${value} (${language})` : null),
  },
);

it("words an action by the sentence for its details, each in the feature's words where it has some", () => {
  const known = { actor: "Ada", subject: "it" };
  const sentence = (values: Parameters<typeof auditSentence>[3], action = "beacon.named") =>
    auditSentence(audit, action, "en", values);
  expect(sentence({ ...known, toName: "Alpha", count: 1 })).toBe("Ada named it Alpha, 1 time");
  expect(sentence({ ...known, toName: "", count: 0 })).toBe("Ada named it , 0 times");
  // Some have a value, others are left out or null.
  expect(sentence({ ...known, toName: "Alpha" })).toBe("Ada named it");
  expect(sentence({ ...known, toName: null, count: 1 })).toBe("Ada named it");
  const placed = (values: object) => sentence({ ...known, ...values }, "beacon.placed");
  expect(placed({ fromPlace: "Hurston", toPlace: "Crusader", reason: "ok" })).toBe(
    "Ada moved it from Hurston to Crusader (en), ok",
  );
  expect(placed({ fromPlace: null, toPlace: "Crusader" })).toBe(
    "Ada moved it from nowhere to Crusader (en), nothing",
  );
  expect(sentence(known, "beacon.lost")).toBe("beacon.lost");
});

it("keeps only the fields whose values change, booleans as numbers", () => {
  const before = { name: "Alpha", isLit: false, place: null, count: 1 };
  const details = (
    after: Partial<Record<keyof typeof before, string | number | boolean | null | undefined>>,
  ) => changedDetails<keyof typeof before>(before, after, ["name", "isLit", "place"]);
  expect(details({ name: "Beta", isLit: true, place: "Hurston", count: 2 })).toEqual({
    ...{ fromName: "Alpha", toName: "Beta", fromIsLit: 0, toIsLit: 1, fromPlace: null, toPlace: "Hurston" },
  });
  expect(details({ name: "Alpha", isLit: undefined, place: null })).toBeNull();
  expect(details({ isLit: true, name: "Alpha" })).toEqual({ fromIsLit: 0, toIsLit: 1 });
});

it("writes who acted in which session, the record and its details, of many records in one statement", async () => {
  const { db } = contextOf();
  const by = (actor: Parameters<typeof audit.write>[0]["actor"]) => ({ db, now: NOW, actor });
  const user = by(personWith([], { sessionId: 5 }));
  await audit.write(user, {
    action: "beacon.named",
    entity: { id: 1, name: "Alpha" },
    details: { toName: "Beta" },
  });
  await audit.write(user, { action: "beacon.placed", details: sql`json_object('toPlace', 'Hurston')` });
  await audit.write(by(actorWithoutSession("job", 2, "Sync")), { action: "beacon.named", details: null });
  const { kind: _, sessionId: __, provenAt: ___, endsAt: ____, ...anybody } = personWith();
  const many = {
    id: sql`value`,
    name: sql`'B' || value`,
    details: sql`null`,
    from: sql`from json_each('[8, 9]')`,
  };
  await audit.writeMany(
    by({ ...anybody, kind: "token", tokenId: 1, tokenName: "Fleet sheet" }),
    "beacon.placed",
    many,
  );
  const found = await rows(
    `select organization_id as o, action, readers, actor_kind as kind, actor_user_id as user, session_id as session,
       actor_name as name, entity_id as id, entity_name as entity, details, created_at as at from audit_log order by audit_log.id`,
  );
  const vega = { o: 1, user: 7, name: "Vega", at: NOW.toISOString() };
  const named = { action: "beacon.named", readers: "everyone" };
  const placed = { action: "beacon.placed", readers: "bots.read" };
  const nothing = { id: null, entity: null, details: null };
  const ofSession = { kind: "user", session: sessionMark(5) };
  const ofToken = { kind: "token", session: null, details: null };
  expect(found).toEqual([
    { ...vega, ...named, ...ofSession, id: 1, entity: "Alpha", details: '{"toName":"Beta"}' },
    { ...vega, ...placed, ...ofSession, ...nothing, details: '{"toPlace":"Hurston"}' },
    { ...vega, ...named, ...nothing, o: 2, kind: "job", user: null, session: null, name: "Sync" },
    { ...vega, ...placed, ...ofToken, id: 8, entity: "B8" },
    { ...vega, ...placed, ...ofToken, id: 9, entity: "B9" },
  ]);
});
