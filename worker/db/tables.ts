export * from "../features/activity/activity.table.ts";
export * from "../features/bots/bots.table.ts";
export * from "../features/discord/discord.table.ts";
export * from "../features/members/members.table.ts";
export * from "../features/prospects/prospects.table.ts";
export * from "../features/roles/roles.table.ts";
export * from "../features/settings/settings.table.ts";
export * from "../features/users/users.table.ts";
