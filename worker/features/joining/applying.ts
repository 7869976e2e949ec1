import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { addDays, dayOf } from "../../lib/days.ts";
import type { Db } from "../../lib/db/client.ts";
import { guildMembers } from "../discord/index.ts";
import { organizationProfiles } from "../organization/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { organizations, settingNumber } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { closedUntil } from "./doors.ts";
import type { OwnAdmission } from "./joining.schema.ts";
import { admissions, doorBlocks } from "./joining.table.ts";

/** The statement that reads what an organization says of itself to everybody. */
export const publicOrganization = (db: Db, organizationId: number) =>
  db.all<OwnAdmission["organization"]>(
    sql`select name, (select invite from ${organizationProfiles} where organization_id = o.id) as invite
      from ${organizations} o where id = ${organizationId}`,
  );

type Applying = {
  username: string;
  displayName: string;
  email: string | null;
  discordId: string | null;
  avatar: string | null;
  isMember: 0 | 1;
  isInServer: 0 | 1;
  verifiedHandle: string | null;
  isBlocked: 0 | 1;
  isDoorOpen: 0 | 1;
  /** The first day on which people are taken in again, empty for no day; null while they are taken in. */
  closedUntil: string | null;
  leastAccountDays: number;
  needsServer: 0 | 1;
  aDay: number;
  purgeDays: number;
  /** Applications of the organization today. */
  today: number;
  /** Open ones of this account. */
  open: number;
  /** The day from which they may apply again after a refusal. */
  retryOn: string | null;
};

/** The statement that reads the caller as an applicant, with the organization's rules. */
export function selectApplying({ db, actor, now }: MemberContext) {
  const { organizationId, userId } = actor;
  const rule = (key: Parameters<typeof settingNumber>[1]) => settingNumber(organizationId, key);
  return db.all<Applying>(sql`select u.username, u.display_name as displayName, u.email, u.discord_id as discordId, u.avatar,
      exists (select 1 from members where user_id = u.id and status = 'active') as isMember,
      exists (select 1 from ${guildMembers} where organization_id = u.organization_id and discord_id = u.discord_id
        and present) as isInServer,
      a.handle as verifiedHandle,
      exists (select 1 from ${doorBlocks} where organization_id = u.organization_id
        and (kind, value) in (values ('discord', u.discord_id), ('handle', a.handle_key))) as isBlocked,
      ${rule("front_door")} as isDoorOpen, ${closedUntil(sql`u.organization_id`, now)} as closedUntil,
      ${rule("least_account_days")} as leastAccountDays,
      ${rule("needs_server")} as needsServer, ${rule("applications_a_day")} as aDay, ${rule("purge_days")} as purgeDays,
      coalesce((select max(number_of_day) from ${admissions}
        where organization_id = u.organization_id and sent_on = ${dayOf(now)}), 0) as today,
      (select count(*) from ${admissions} where user_id = u.id and status in ('draft', 'sent')) as open,
      (select max(retry_on) from ${admissions} where user_id = u.id and status = 'declined') as retryOn
    from ${users} u left join ${rsiAccounts} a on a.user_id = u.id where u.id = ${userId}`);
}

/** Milliseconds at which Discord's ids begin. https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n;
const bornOn = (discordId: string): string => dayOf(new Date(Number((BigInt(discordId) >> 22n) + EPOCH)));

const closed = ({ isDoorOpen, closedUntil }: Applying) => ({
  kind: "closed" as const,
  day: (isDoorOpen && closedUntil) || null,
});

/** Returns why an applicant cannot send now; empty where nothing prevents it. */
export function unmetOf(me: Applying, now: Date): OwnAdmission["unmet"] {
  const today = dayOf(now);
  const { discordId, leastAccountDays, retryOn } = me;
  const oldEnough = discordId === null ? null : addDays(bornOn(discordId), leastAccountDays);
  const isYoung = leastAccountDays > 0 && (oldEnough === null || oldEnough > today);
  return [
    ...(me.isDoorOpen && me.closedUntil === null ? [] : [closed(me)]),
    ...(me.isBlocked ? [{ kind: "blocked" as const, day: null }] : []),
    ...(retryOn !== null && retryOn > today ? [{ kind: "refused" as const, day: retryOn }] : []),
    ...(isYoung ? [{ kind: "account_age" as const, day: oldEnough }] : []),
    ...(me.needsServer && !me.isInServer ? [{ kind: "server" as const, day: null }] : []),
    ...(me.today >= me.aDay ? [{ kind: "day_full" as const, day: addDays(today, 1) }] : []),
  ];
}
