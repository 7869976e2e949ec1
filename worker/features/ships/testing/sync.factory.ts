import { controlUex } from "../../../testing/uex.ts";
import { raw, rows } from "../../../testing/world.ts";

export const SYNC = "/api/uex/sync-ships";

/** An entry of the emulated list. */
export type Row = Record<string, unknown> & { id: number | string };
export type Stored = { id: number; name: string; is_listed: number; roles: string };

/** The entries of the emulated list that are ships. */
export const listed = async (): Promise<Row[]> =>
  (await controlUex<Row[]>("rows")).filter((row) => Number(row["is_addon"]) !== 1);

/** The stored ships. */
export const stored = () => rows<Stored>("select * from ships order by id");

/** Makes all syncs older than the minute for which the provider's limit counts them. */
export const passMinute = () =>
  raw.DB.prepare(
    "update ship_syncs set created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-61 seconds')",
  ).run();

/** Makes the emulator's answers fail. */
export const fail = (mode: string, more: object = {}) => controlUex("fail", { mode, ...more });
