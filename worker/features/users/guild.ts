import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { users } from "./users.table.ts";

/** The statement that gives people of the guild a Discord sign-in and keeps their names true. */
export function upsertGuildUsers({ db, actor, now }: Context, people: string): Statement {
  const at = now.toISOString();
  return db.run(sql`insert into ${users} (organization_id, username, display_name, discord_id, avatar, created_at, updated_at)
      select ${actor.organizationId}, value ->> 'username', value ->> 'displayName', value ->> 'discordId',
        value ->> 'avatar', ${at}, ${at}
      from json_each(${people}) where true
      on conflict (organization_id, discord_id) do update set
        username = case when password_hash is null then excluded.username else users.username end,
        display_name = excluded.display_name, avatar = excluded.avatar, updated_at = excluded.updated_at
      where users.display_name <> excluded.display_name or users.avatar is not excluded.avatar
        or (users.password_hash is null and users.username <> excluded.username)`);
}
