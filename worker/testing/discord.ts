import { raw } from "./database.ts";

/** Returns the base address of the Discord that runs beside the tests. */
export const ownDiscord = (): string => String(raw["TEST_CONTROL_URL"]).replace(/\/__control$/, "");

/** Starts another Discord, of this many members, if it has not been started before; answers its base address. */
export const discordOf = async (members: 2500 | 10000): Promise<string> =>
  (await fetch(`${raw["TEST_DISCORDS_URL"]}/${members}`)).text();

/** Makes a control call to a Discord: changes people, or makes requests fail. */
export async function control<Answer = unknown>(
  path: string,
  body?: unknown,
  base = ownDiscord(),
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
export async function resetDiscord(base = ownDiscord()): Promise<void> {
  await control("reset", {}, base);
  await control("failures/clear", {}, base);
  await control("requests/clear", {}, base);
}
