import { expect, it } from "vitest";
import { tableNames } from "./testing/inspect.ts";
import { plantEverywhere } from "./testing/planting.ts";
import { person, raw, rows } from "./testing/world.ts";

const MARK = "Canary";
/**
 * Tables that keep what a user did under their name, what is still to be done in Discord, and the accounts of bots; and
 * the columns of the name itself, and of what officers wrote in the pipeline.
 */
const KEPT = ["audit_log", "contract_expenses", "payout_ledger", "discord_role_updates", "bots"];
const NAMES = ["prospects.display_name", "prospects.username"];
const WRITTEN = ["prospects.notes", "prospects.referral_source"];
const DISCORD = "299999999999999901";

it("the name and what officers wrote is left of a deleted user, in any table that names a user", async () => {
  const [user, administrator] = [await person("member", 1, "Vega Rook"), await person("administrator")];
  await raw.DB.prepare(
    `update users set username = ?, sign_in_name = ?, email = ?, discord_id = ?, avatar = ?, name_skeleton = ?
     where id = ?`,
  )
    .bind(
      ...["username", "sign-in", "mail", DISCORD, "avatar", "skeleton"].map((each) =>
        each === DISCORD ? each : `${MARK} ${each}`,
      ),
      user.userId,
    )
    .run();
  expect(await plantEverywhere({ ...user, organizationId: 1, discordId: DISCORD }, MARK)).toEqual({});
  await administrator.ok("DELETE", `/api/users/${user.userId}`);
  const left: string[] = [];
  for (const table of (await tableNames()).filter((name) => !KEPT.includes(name))) {
    const columns = (await rows<{ name: string }>("select name from pragma_table_info(?)", table)).map(
      ({ name }) => name,
    );
    if (!columns.some((name) => /user_id$|discord_id$|^username$/.test(name))) continue;
    for (const row of await rows(`select * from "${table}"`))
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(MARK) || String(value).includes(DISCORD)) left.push(`${table}.${column}`);
  }
  expect(left.filter((each) => ![...NAMES, ...WRITTEN].includes(each))).toEqual([]);
});
