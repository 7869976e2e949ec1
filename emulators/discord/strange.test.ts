import assert from "node:assert/strict";
import { test } from "node:test";
import { human } from "./seed-guild.ts";
import { Strangeness } from "./strange.ts";

const { user } = human("1100000000000000001", "some.user", "Some User");
const presence = {
  user,
  guild_id: "1100000000000000002",
  status: "online",
  activities: [],
  client_status: {},
};
const member = { user, nick: "Nick", avatar: null, roles: ["1"], joined_at: "2026-01-01T00:00:00Z" };

test("sends a presence update's user as the id alone and, over time, with each combination of its names", () => {
  assert.deepEqual(new Strangeness(null).event("PRESENCE_UPDATE", presence).user, { id: user.id });
  const strange = new Strangeness(7);
  const combinations = new Set<string>();
  for (let turn = 0; turn < 200; turn++) {
    const { id, ...rest } = strange.event("PRESENCE_UPDATE", presence).user;
    assert.equal(id, user.id);
    combinations.add(JSON.stringify([rest.username, rest.global_name, "global_name" in rest]));
  }
  assert.equal(combinations.size, 2 * 3, "a name present or absent, the other also null");
});

test("repeats the forms of a seed whatever else is sent in between, and keeps the values of an object", () => {
  const formsOf = (seed: number, isBusy: boolean) => {
    const strange = new Strangeness(seed);
    return Array.from({ length: 50 }, () => {
      if (isBusy) strange.event("PRESENCE_UPDATE", presence);
      return strange.event("GUILD_MEMBER_UPDATE", member);
    });
  };
  assert.deepEqual(formsOf(3, true), formsOf(3, false));
  assert.notDeepEqual(formsOf(3, false), formsOf(4, false));
  const forms = formsOf(3, false);
  for (const each of forms) {
    assert.deepEqual([each.nick, each.roles, each.user.username], ["Nick", ["1"], "some.user"]);
    assert.equal(each.user.global_name, "Some User");
  }
  const avatars = forms.map((each) => ("avatar" in each ? typeof each.avatar : "absent"));
  assert.deepEqual(new Set(avatars), new Set(["absent", "object", "string"]));
});
