import assert from "node:assert/strict";
import { test } from "node:test";
import type { Duplicate } from "../../../../worker/features/prospects/prospects.schema.ts";
import { likelySame } from "./likely-same.ts";

const person = (id: number, rest: Partial<Duplicate> = {}): Duplicate => ({
  id,
  displayName: "Mira Falk",
  username: "mira",
  avatarUrl: null,
  status: "intro",
  discordId: null,
  discordStatus: null,
  starCitizenId: null,
  alike: ["displayName"],
  ...rest,
});
const idsOf = (discordId: string | null, ...people: Duplicate[]) =>
  likelySame({ discordId, displayName: "Mira" }, people).map(({ id }) => id);

test("suggests those from Discord for a prospect without a Discord account, and the other way round", () => {
  const people = [person(1, { discordId: "200000000000000001" }), person(2)];
  assert.deepEqual(idsOf(null, ...people), [1]);
  assert.deepEqual(idsOf("200000000000000009", ...people), [2]);
});

test("suggests those with more than one fact alike", () => {
  assert.deepEqual(idsOf(null, person(1), person(2, { alike: ["displayName", "starCitizenId"] })), [2]);
});

test("suggests those with the same name, handle or e-mail", () => {
  const [name, handle, email] = [
    person(1, { displayName: "MIRA" }),
    person(2, { alike: ["starCitizenId"] }),
    person(3, { alike: ["email"] }),
  ];
  assert.deepEqual(idsOf(null, name, person(9)), [1]);
  assert.deepEqual(idsOf(null, handle, email), [2, 3]);
});

test("suggests nobody who was removed, and two at most", () => {
  const found = [1, 2, 3, 4].map((id) => person(id, { discordId: `20000000000000000${id}` }));
  assert.deepEqual(idsOf(null, { ...person(9, { discordId: "1" }), status: null }, ...found), [1, 2]);
});
