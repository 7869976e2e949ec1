import { beforeEach, describe, expect, it } from "vitest";
import {
  buttonsOf,
  componentsOf,
  type DiscordUser,
  inDiscord,
  textOf,
  unknownUser,
} from "../../testing/discord-user.ts";
import { type Caller, freshDatabase, hoursFromNow, person, raw, rows, value } from "../../testing/world.ts";
import type { RsiStatus } from "./rsi.schema.ts";
import { account, citizen, control, pending } from "./testing/rsi.factory.ts";

let pilot: Caller;
let member: DiscordUser;
beforeEach(async () => {
  await freshDatabase();
  await control("reset", {});
  pilot = await person("member");
  member = await inDiscord(pilot);
});

const status = () => pilot.ok<RsiStatus>("GET", "/api/rsi/status");

describe("/verify", () => {
  it("prompts for the handle, shows the code with the link to the profile, and verifies it", async () => {
    await citizen("Vega_Rook_X");
    const form = await member.types("verify");
    expect(form.type).toBe(9);
    const shown = await member.fills(form, { handle: "Vega_Rook_X" });
    const { pendingRequest } = await status();
    const code = pendingRequest?.verificationCode ?? "none";
    expect(textOf(shown)).toContain(
      `**Vega\\_Rook\\_X**, save, then press Check now:\n\`\`\`\n${code}\n\`\`\``,
    );
    expect(buttonsOf(shown)).toEqual(["Check now", "Open RSI profile", "Cancel request"]);
    expect(componentsOf(shown).find(({ url }) => url)?.url).toBe(pendingRequest?.profileUrl);
    expect(textOf(await member.presses(shown, "Check now"))).toContain("The code is not in the Short Bio");
    expect((await status()).rsiVerified).toBe(false);
    await citizen("Vega_Rook_X", { bio: code });
    await raw.DB.prepare("update rsi_requests set checked_at = ?").bind(hoursFromNow(-1)).run();
    const done = await member.presses(shown, "Check now");
    expect([done.type, textOf(done)]).toEqual([7, expect.stringContaining("Vega\\_Rook\\_X is yours")]);
    expect(await status()).toMatchObject({ rsiVerified: true, rsiHandle: "Vega_Rook_X" });
  });

  it("accepts the handle as an option, continues a pending request, and cancels it", async () => {
    await citizen("Vega-Rook");
    const shown = await member.types("verify", { handle: " Vega-Rook " });
    expect(textOf(await member.types("verify"))).toBe(textOf(shown));
    expect(textOf(await member.types("verify", { handle: "Other" }))).toContain(
      "already verifying Vega-Rook",
    );
    expect(textOf(await member.presses(shown, "Cancel request"))).toContain("Request cancelled");
    expect((await status()).pendingRequest).toBeNull();
    expect(textOf(await member.presses(shown, "Check now"))).toContain("The code is older than 24 hours");
    expect(textOf(await member.types("verify", { handle: "Nobody_1" }))).toContain("no citizen Nobody\\_1");
  });

  it("shows a handle as verified already, and allows to verify another one", async () => {
    await account(pilot, "Vega_Rook");
    for (const options of [{}, { handle: "vega_rook" }]) {
      const reply = await member.types("verify", options);
      expect(textOf(reply)).toContain("**Vega\\_Rook** is verified as yours.");
      expect(buttonsOf(reply)).toEqual(["Verify another handle", "Open RSI profile"]);
      expect((await member.presses(reply, "Verify another handle")).type).toBe(9);
    }
    member.locale = "da";
    expect(textOf(await member.types("verify"))).toContain("**Vega\\_Rook** er verificeret som din.");
    expect((await status()).pendingRequest).toBeNull();
  });

  it("checks once when the button is pressed twice at once", async () => {
    const { handle, code } = await pending(pilot);
    await citizen(handle, { bio: code });
    const shown = await member.types("verify");
    const both = await Promise.all([1, 2].map(() => member.presses(shown, "Check now")));
    expect(both.filter((reply) => textOf(reply).includes("RSI account verified!"))).toHaveLength(1);
    expect(await rows("select id from audit_log where action = 'rsi.verified'")).toHaveLength(1);
  });

  it("does nothing for others: another member, a stranger, a hostile handle", async () => {
    const { code } = await pending(pilot);
    const shown = await member.types("verify");
    const other = await inDiscord(await person("officer"));
    expect(textOf(await other.presses(shown, "Check now"))).toContain("long ago");
    expect(textOf(await other.types("verify"))).not.toContain(code);
    expect(textOf(await unknownUser().types("verify"))).toContain("I don't know you yet");
    const hostile = "**[x](https://evil.test)** @everyone";
    expect(textOf(await other.types("verify", { handle: hostile }))).not.toMatch(/(?<!\\)\[x|(?<!\\)@/);
    expect(await value("select count(*) from rsi_accounts")).toBe(0);
  });

  it("works outside the server, where the card is the caller's own", async () => {
    const { code } = await pending(pilot);
    member.owners = { 1: member.id };
    expect(textOf(await member.types("verify"))).toContain(code);
  });
});
