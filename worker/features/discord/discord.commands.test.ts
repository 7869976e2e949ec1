import { beforeEach, expect, it, vi } from "vitest";
import { resetDiscord } from "../../testing/discord.ts";
import { type DiscordUser, inDiscord, type Said, textOf } from "../../testing/discord-user.ts";
import { backgroundDone, person, raw, rows } from "../../testing/world.ts";
import { crmBot, mapFourRoles } from "./testing/discord.factory.ts";

beforeEach(async () => {
  await resetDiscord();
  await crmBot();
  await mapFourRoles();
});

/** Calls the command; returns its immediate answer or the later message. */
async function sync(user: DiscordUser): Promise<string> {
  const sent: string[] = [];
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (target, init) => {
    const request = new Request(target, init);
    if (!request.url.includes("/webhooks/")) return real(request);
    const data = (await request.json()) as NonNullable<Said["data"]>;
    sent.push(textOf({ type: 4, data }));
    return Response.json({});
  });
  try {
    const reply = await user.types("sync");
    if (reply.type !== 5) return textOf(reply);
    await backgroundDone();
  } finally {
    spy.mockRestore();
  }
  return sent.join("\n");
}

it("/sync syncs members and reports the result afterwards", async () => {
  const administrator = await inDiscord(await person("administrator"));
  const text = await sync(administrator);
  const [run] = await rows("select added, updated, left, unchanged from sync_runs");
  const { added, updated, left, unchanged } = run as Record<string, number>;
  expect(text).toContain(`${added} added, ${updated} updated, ${left} left, ${unchanged} unchanged`);
  expect(Number(added)).toBeGreaterThan(100);
});

it("/sync fails with the messages of its button, in the language of Discord, for users with and without the permission", async () => {
  const [boss, mona] = [await person("administrator"), await person("member")];
  const administrator = await inDiscord(boss, "da");
  await raw.DB.prepare("delete from bots").run();
  const { detail } = await boss.fails("POST", "/api/discord/sync-members/1");
  expect(detail).toContain("CRM bot not found");
  expect(await sync(administrator)).toContain("CRM-botten blev ikke fundet");
  const member = await inDiscord(mona);
  const refused = await mona.fails("POST", "/api/discord/sync-members/1");
  expect((await sync(member)).replaceAll("\\", "")).toBe(refused.detail);
  expect(await rows("select * from sync_runs")).toEqual([]);
});
