import assert from "node:assert/strict";
import { test } from "node:test";
import { channelDefaults } from "./index.ts";
import { eventBody, field } from "./testing.ts";
import { codeOf, events, idOf, problem, type Sent } from "./testing-events.ts";

test("names each wrong field of a form", async (t) => {
  const { create, edit, list } = await events(t);
  for (const [change, name, code] of [
    [{ name: undefined }, "name", "BASE_TYPE_REQUIRED"],
    [{ name: "x".repeat(101) }, "name", "BASE_TYPE_BAD_LENGTH"],
    [{ name: 7 }, "name", "STRING_TYPE_CONVERT"],
    [{ description: "x".repeat(1001) }, "description", "BASE_TYPE_BAD_LENGTH"],
    [{ privacy_level: 1 }, "privacy_level", "BASE_TYPE_CHOICES"],
    [{ entity_type: 4 }, "entity_type", "BASE_TYPE_CHOICES"],
    [{ scheduled_start_time: "soon" }, "scheduled_start_time", "DATE_TIME_TYPE_PARSE"],
    [
      { scheduled_start_time: new Date(Date.now() - 1000).toISOString() },
      "scheduled_start_time",
      "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
    ],
    [{ scheduled_end_time: undefined }, "scheduled_end_time", "BASE_TYPE_REQUIRED"],
    [
      { scheduled_end_time: eventBody().scheduled_start_time },
      "scheduled_end_time",
      "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START",
    ],
    [{ entity_metadata: undefined }, "entity_metadata", "BASE_TYPE_REQUIRED"],
    [{ channel_id: channelDefaults.Bridge }, "channel_id", "GUILD_SCHEDULED_EVENT_CHANNEL_UNSUPPORTED"],
    [{ image: "ship.png" }, "image", "IMAGE_INVALID"],
  ] as const)
    assert.equal(problem(await create(change), name), code, name);
  for (const [location, code] of [
    [undefined, "BASE_TYPE_REQUIRED"],
    ["", "BASE_TYPE_BAD_LENGTH"],
    ["x".repeat(101), "BASE_TYPE_BAD_LENGTH"],
  ])
    assert.equal(
      problem(await create({ entity_metadata: { location } }), "entity_metadata", "location"),
      code,
    );
  assert.deepEqual(await list(), []);
  const id = idOf(await create({ name: "🚀".repeat(100), entity_metadata: { location: "x".repeat(100) } }));
  assert.equal(problem(await edit(id, { name: null }), "name"), "BASE_TYPE_REQUIRED");
  assert.equal(
    problem(await edit(id, { scheduled_end_time: null }), "scheduled_end_time"),
    "BASE_TYPE_REQUIRED",
  );
});

test("takes events of a voice channel, and turns them into external ones and back", async (t) => {
  const { create, edit } = await events(t);
  const voice = { entity_type: 2, entity_metadata: undefined, scheduled_end_time: undefined };
  assert.equal(problem(await create(voice), "channel_id"), "BASE_TYPE_REQUIRED");
  assert.deepEqual(codeOf(await create({ ...voice, channel_id: "1234" })), [404, 10003]);
  assert.deepEqual(codeOf(await create({ ...voice, channel_id: channelDefaults.general })), [400, 50024]);
  const channel_id = channelDefaults.Bridge;
  const unsupported = await create({ ...voice, channel_id, entity_metadata: { location: "Bridge" } });
  assert.equal(problem(unsupported, "entity_metadata"), "GUILD_SCHEDULED_EVENT_ENTITY_METADATA_UNSUPPORTED");
  const id = idOf(await create({ ...voice, channel_id }));
  const { scheduled_end_time, entity_metadata } = eventBody();
  const outside = { entity_type: 3, channel_id: null, entity_metadata, scheduled_end_time };
  assert.equal(
    problem(await edit(id, { ...outside, scheduled_end_time: undefined }), "scheduled_end_time"),
    "BASE_TYPE_REQUIRED",
  );
  assert.equal(
    problem(await edit(id, { ...outside, channel_id: undefined }), "channel_id"),
    "GUILD_SCHEDULED_EVENT_CHANNEL_UNSUPPORTED",
  );
  const external = await edit(id, outside);
  assert.deepEqual(field(external.body, "entity_metadata"), entity_metadata);
  assert.equal(field(external.body, "channel_id"), null);
  const back = await edit(id, { entity_type: 2, channel_id, entity_metadata: null });
  assert.equal(field(back.body, "entity_metadata"), null);
});

test("allows the documented changes of status alone, and no edit of a finished event", async (t) => {
  const { create, edit, list, ask } = await events(t);
  for (const [steps, refused] of [
    [[], 3],
    [[2], 1],
    [[2], 4],
  ] as const) {
    const id = idOf(await create());
    for (const status of steps) assert.equal(field((await edit(id, { status })).body, "status"), status);
    assert.equal(problem(await edit(id, { status: refused }), "status"), "BASE_TYPE_CHOICES");
    await ask("DELETE", id);
  }
  for (const steps of [[4], [2, 3]]) {
    const id = idOf(await create());
    for (const status of steps) assert.equal((await edit(id, { status })).status, 200);
    assert.deepEqual(codeOf(await edit(id, { name: "Too late" })), [400, 180000]);
    assert.equal(field((await ask("GET", id)).body, "status"), steps.at(-1));
  }
  assert.deepEqual(await list(), []);
});

test("refuses a start time for an active event, even an unchanged one", async (t) => {
  const { create, edit } = await events(t);
  const made = await create();
  const id = idOf(made);
  await edit(id, { status: 2 });
  const { scheduled_start_time } = made.body as Sent;
  const code = "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS";
  assert.equal(problem(await edit(id, { scheduled_start_time }), "scheduled_start_time"), code);
  assert.equal(field((await edit(id, { name: "Still on" })).body, "name"), "Still on");
});

test("answers a recurrence with all its fields, and a picture as its hash, until they are cleared", async (t) => {
  const { create, edit } = await events(t);
  const { scheduled_start_time } = eventBody();
  const rule = { start: scheduled_start_time, frequency: 3, by_weekday: [0, 1, 2, 3, 4] };
  const image = "data:image/png;base64,iVBORw0KGgo=";
  const made = await create({ scheduled_start_time, recurrence_rule: rule, image });
  assert.deepEqual(field(made.body, "recurrence_rule"), {
    start: field(made.body, "scheduled_start_time"),
    end: null,
    frequency: 3,
    interval: 1,
    by_weekday: [0, 1, 2, 3, 4],
    by_n_weekday: null,
    by_month: null,
    by_month_day: null,
    by_year_day: null,
    count: null,
  });
  assert.match(String(field(made.body, "image")), /^[0-9a-f]{32}$/);
  const kept = await edit(idOf(made), { name: "Fleet day" });
  assert.deepEqual(field(kept.body, "recurrence_rule"), field(made.body, "recurrence_rule"));
  assert.equal(field(kept.body, "image"), field(made.body, "image"));
  const cleared = await edit(idOf(made), { recurrence_rule: null, image: null });
  assert.deepEqual([field(cleared.body, "recurrence_rule"), field(cleared.body, "image")], [null, null]);
});

test("refuses recurrences that Discord's documentation excludes", async (t) => {
  const { create } = await events(t);
  const start = eventBody().scheduled_start_time;
  for (const rule of [
    { frequency: 4 },
    { frequency: 2, count: 3 },
    { frequency: 2, interval: 3 },
    { frequency: 3, interval: 2 },
    { frequency: 2, by_weekday: [1, 2] },
    { frequency: 3, by_weekday: [1, 3] },
    { frequency: 1, by_weekday: [1] },
    { frequency: 2, by_n_weekday: [{ n: 1, day: 1 }] },
    { frequency: 0, by_month: [7] },
  ]) {
    const refused = await create({ recurrence_rule: { start, ...rule } });
    const code = problem(refused, "recurrence_rule");
    assert.equal(code, "GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID", JSON.stringify(rule));
  }
});
