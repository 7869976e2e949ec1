import { raw } from "./database.ts";

/** Returns the base address of one of the Discords that run beside the tests. */
export const discordOf = (size: 120 | 2500 | 10000): string =>
  size === 120
    ? String(raw["TEST_CONTROL_URL"]).replace(/\/__control$/, "")
    : String(raw[`TEST_DISCORD_${size}`]);

/** Makes a control call to a Discord: changes people, or makes requests fail. */
export async function control<Answer = unknown>(
  path: string,
  body?: unknown,
  base = discordOf(120),
): Promise<Answer> {
  const response = await fetch(`${base}/__control/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-control-secret": String(raw["TEST_EMULATOR_SECRET"]) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

/** Resets a Discord to its seeded state, without failures and recorded requests. */
export async function resetDiscord(base = discordOf(120)): Promise<void> {
  await control("reset", {}, base);
  await control("failures/clear", {}, base);
  await control("requests/clear", {}, base);
}
