import { describe, expect, it } from "vitest";
import { hoursFromNow, organization, person, prospect, raw } from "../../testing/world.ts";
import type { DiscordActivity, Prospect } from "./prospects.schema.ts";

async function activity(discordId: string, type: string, timestamp: string, details: string | null, org = 1) {
  await raw.DB.prepare(
    `insert into discord_activities (organization_id, discord_id, username, activity_type, details, timestamp)
     values (?, ?, 'vera', ?, ?, ?)`,
  )
    .bind(org, discordId, type, details, timestamp)
    .run();
}

describe("Discord's data of a prospect", () => {
  it("are presence, last activity and picture on the record", async () => {
    const officer = await person("officer");
    const id = await prospect({ discord_id: "200000000000000001", discord_status: "active" });
    const seen = hoursFromNow(-0.1);
    await raw.DB.prepare("update prospects set discord_last_seen = ?, avatar = 'abc' where id = ?")
      .bind(seen, id)
      .run();
    const record = await officer.ok<Prospect>("GET", `/api/prospects/${id}/record`);
    expect(record).toMatchObject({
      discordId: "200000000000000001",
      discordStatus: "active",
      discordLastSeen: seen,
    });
    expect(record.avatarUrl).toContain("/avatars/200000000000000001/abc");
    const none = await prospect();
    expect(await officer.ok("GET", `/api/prospects/${none}/record`)).toMatchObject({
      discordStatus: null,
      discordLastSeen: null,
      avatarUrl: null,
    });
  });

  it("are the newest ten activities of that person only", async () => {
    const officer = await person("officer");
    const elsewhere = await organization();
    const id = await prospect({ discord_id: "200000000000000001" });
    for (let hours = 1; hours <= 12; hours++) {
      await activity(
        "200000000000000001",
        hours % 2 ? "voice_join" : "voice_leave",
        hoursFromNow(-hours),
        `Room ${hours}`,
      );
    }
    await activity("200000000000000002", "presence", hoursFromNow(0), "online");
    await activity("200000000000000001", "presence", hoursFromNow(0), "online", elsewhere);
    const list = await officer.ok<DiscordActivity[]>("GET", `/api/prospects/${id}/discord-activities`);
    expect(list.map((each) => each.details)).toEqual(Array.from({ length: 10 }, (_, at) => `Room ${at + 1}`));
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      ["activityType", "avatarUrl", "details", "id", "timestamp", "username"].sort(),
    );
    expect(list[0]).toMatchObject({ username: "vera", activityType: "voice_join" });
  });

  it("order activities of the same moment by their report", async () => {
    const officer = await person("officer");
    const id = await prospect({ discord_id: "200000000000000001" });
    const at = hoursFromNow(-1);
    await activity("200000000000000001", "voice_leave", at, "A");
    await activity("200000000000000001", "voice_join", at, "B");
    const list = await officer.ok<DiscordActivity[]>("GET", `/api/prospects/${id}/discord-activities`);
    expect(list.map((each) => each.activityType)).toEqual(["voice_join", "voice_leave"]);
  });

  it("are empty for a prospect without a Discord account or without activities", async () => {
    const officer = await person("officer");
    for (const discord_id of [null, "200000000000000001"]) {
      const id = await prospect({ discord_id });
      expect(await officer.ok("GET", `/api/prospects/${id}/discord-activities`)).toEqual([]);
    }
  });
});
