import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { inDiscord } from "../../testing/discord-user.ts";
import { freshDatabase, hoursFromNow, person, prospect } from "../../testing/world.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { event } from "../events/testing/events.factory.ts";
import { commandsOf } from "./commands.ts";

beforeEach(freshDatabase);

describe("the cost of a command that reads", () => {
  /** Commands that ask two routes at once, whose trips overlap. */
  const TWO = ["me"];
  it("is three round trips in sequence and three written rows at most, for each command", async () => {
    const caller = await person("officer");
    const other = await person("recruiter");
    const user = await inDiscord(caller);
    await prospect({
      status: "onboarding",
      display_name: "Nova",
      assigned_to: other.memberId,
      deadline: hoursFromNow(2),
    });
    await contract({ title: "Escort", status: "posted" });
    await event();
    await caller.ok("POST", "/api/wishes", { title: "Nova wishes", description: "More of them" });
    const named = { prospect: "name", "contract-apply": "contract" } as Record<string, string>;
    const found: unknown[] = [];
    for (const command of commandsOf(FEATURES).values()) {
      const { kind, name, isSlow } = command;
      if (isSlow || kind === "message") continue;
      const option = named[name.en];
      const options = option ? [{ name: option, type: 3, value: "1" }] : [];
      const data = kind === "user" ? { target_id: user.id, type: 2 } : { type: 1, options };
      const { meter } = await user.send({ type: 2, data: { id: "1", name: name.en, ...data } });
      found.push([name.en, meter.trips - (TWO.includes(name.en) ? 1 : 0), meter.rowsWritten]);
    }
    const over = found.filter((each) => (each as number[]).slice(1).some((figure) => figure > 3));
    expect(over).toEqual([]);
  });
});
