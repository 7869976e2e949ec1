import { expect, it } from "vitest";
import { CLAIM, noted, over } from "./features/attendance/testing/attendance.factory.ts";
import { template } from "./features/events/testing/events.factory.ts";
import { ship } from "./features/ships/testing/ships.factory.ts";
import { person, prospect, raw } from "./testing/world.ts";

const ORDERS = {
  en: ["Aase", "Åse", "Haas", "Zoe 9", "Zoe 10"],
  da: ["Haas", "Zoe 9", "Zoe 10", "Åse", "Aase"],
};

it("lists by name are in the order of the reader's language, of the whole list", async () => {
  const event = await over();
  for (const name of ORDERS.en.toReversed()) {
    const { userId, memberId } = await person("officer", 1, name);
    await prospect({ status: "onboarding", assigned_to: memberId });
    await noted(event, userId, CLAIM);
    await template(name);
    await ship({ name });
  }
  const reader = await person("administrator");
  const found = async (path: string) => {
    const { text } = await reader.call("GET", path);
    const names = [...text.matchAll(/"(?:displayName|name)":"([^"]*)"/g)].map(([, name = ""]) => name);
    return [path, names.filter((name) => ORDERS.en.includes(name))];
  };
  for (const [language, names] of Object.entries(ORDERS)) {
    await raw.DB.prepare("update users set language = ? where id = ?").bind(language, reader.userId).run();
    for (const path of [
      ...["/api/members/1/assignable", "/api/contracts/1/members", "/api/prospects/1/team"],
      ...[`/api/events/${event}/attendance`, "/api/event-templates/1", "/api/uex/ships"],
    ])
      expect(await found(path)).toEqual([path, names]);
  }
});
