import { describe, expect, it } from "vitest";
import { hoursFromNow, organization, person, prospect, raw } from "../../testing/world.ts";
import type { DiscordActivity, InVoice, Prospect } from "./prospects.schema.ts";

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

describe("the members in voice", () => {
  /** Begins a watch of organization 1 that was last heard of some minutes ago. */
  const watch = (isOpen: boolean, minutesAgo: number) =>
    raw.DB.prepare(
      "insert into voice_watches (organization_id, from_at, until_at, is_open) values (1, ?, ?, ?)",
    )
      .bind(hoursFromNow(-3), hoursFromNow(-minutesAgo / 60), Number(isOpen))
      .run();
  const inVoice = async (reader: "member" | "recruiter" = "member") =>
    (await person(reader)).ok<InVoice[]>("GET", "/api/members/1/voice");
  /** A user with a Discord account whose newest activity in voice is `type`. */
  async function someone(discordId: string, role: "member" | null, type: string, channel: string) {
    const { userId, memberId } = await person(role);
    await raw.DB.prepare("update users set discord_id = ? where id = ?").bind(discordId, userId).run();
    await activity(
      discordId,
      type === "voice_join" ? "voice_leave" : "voice_join",
      hoursFromNow(-1),
      "Lobby",
    );
    await activity(discordId, type, hoursFromNow(-0.5), channel);
    return memberId;
  }

  it("are those whose newest sign is no leave, by channel; a plain member is told no channel", async () => {
    await watch(true, 1);
    const second = await someone("300000000000000001", "member", "voice_move", "Bridge 2");
    const first = await someone("300000000000000002", "member", "voice_join", "Bridge 1");
    await someone("300000000000000003", "member", "voice_leave", "Bridge 1");
    await someone("300000000000000004", null, "voice_join", "Bridge 1");
    await activity("300000000000000001", "presence", hoursFromNow(-0.1), "online");
    expect(await inVoice("recruiter")).toMatchObject([
      { id: first, channel: "Bridge 1" },
      { id: second, channel: "Bridge 2" },
    ]);
    const told = (await inVoice()).map(({ id, channel }) => [id, channel]);
    expect(Object.fromEntries(told)).toEqual({ [first]: null, [second]: null });
  });

  it.each([
    { isOpen: true, minutesAgo: 10, when: "the bot has fallen silent" },
    { isOpen: false, minutesAgo: 1, when: "the bot has lost sight of voice" },
  ])("are unknown, so nobody, when $when", async ({ isOpen, minutesAgo }) => {
    await watch(isOpen, minutesAgo);
    await someone("300000000000000001", "member", "voice_join", "Bridge 1");
    expect(await inVoice()).toEqual([]);
  });
});
