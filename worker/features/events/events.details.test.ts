import { expect, it } from "vitest";
import { person } from "../../testing/world.ts";
import type { Event, EventDetails } from "./events.schema.ts";
import { terms, weekly } from "./testing/events.factory.ts";

it("shows the remaining recurrence of each date of a series", async () => {
  const officer = await person("officer");
  const { id } = await officer.ok<Event>("POST", "/api/events", {
    ...terms(),
    recurrence: weekly({ kind: "count", count: 5 }),
  });
  const { dates, series } = await officer.ok<EventDetails>("GET", `/api/events/${id}/details`);
  expect(series?.rest.ends).toEqual({ kind: "count", count: 5 });
  const third = await officer.ok<EventDetails>("GET", `/api/events/${dates[2]?.id}/details`);
  expect(third.series).toMatchObject({
    rule: { ends: { kind: "count", count: 5 } },
    rest: { ends: { kind: "count", count: 3 } },
  });
});
