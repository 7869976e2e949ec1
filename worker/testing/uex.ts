import { raw } from "./database.ts";

/** Makes a control call to the UEX beside the tests: changes its list, or makes it fail. */
export async function controlUex<Answer = unknown>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${raw["TEST_UEX_CONTROL_URL"]}/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-control-secret": String(raw["TEST_EMULATOR_SECRET"]) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}
