// Written by `npm start` and `npm run dev`: every catalogue of the features.

declare module "./lib/i18n/i18n.ts" {
  interface Catalogues {
    "account/account": typeof import("./features/account/account.en.json");
    "admin/admin": typeof import("./features/admin/admin.en.json");
    "announcements/announcements": typeof import("./features/announcements/announcements.en.json");
    "applications/applications": typeof import("./features/applications/applications.en.json");
    "attendance/attendance": typeof import("./features/attendance/attendance.en.json");
    "audit/audit": typeof import("./features/audit/audit.en.json");
    "auth/auth": typeof import("./features/auth/auth.en.json");
    "availability/availability": typeof import("./features/availability/availability.en.json");
    "backup/backup": typeof import("./features/backup/backup.en.json");
    "backup/restore": typeof import("./features/backup/restore.en.json");
    "bots/bots": typeof import("./features/bots/bots.en.json");
    "calendar/calendar": typeof import("./features/calendar/calendar.en.json");
    "contracts/contracts": typeof import("./features/contracts/contracts.en.json");
    "dashboard/dashboard": typeof import("./features/dashboard/dashboard.en.json");
    "dashboard/home": typeof import("./features/dashboard/home.en.json");
    "dashboard/urgent": typeof import("./features/dashboard/urgent.en.json");
    "developers/developers": typeof import("./features/developers/developers.en.json");
    "discord/discord": typeof import("./features/discord/discord.en.json");
    "events/event-form": typeof import("./features/events/event-form.en.json");
    "events/events": typeof import("./features/events/events.en.json");
    "events/next": typeof import("./features/events/next.en.json");
    "fleet/fleet": typeof import("./features/fleet/fleet.en.json");
    "hangar/hangar": typeof import("./features/hangar/hangar.en.json");
    "health/health": typeof import("./features/health/health.en.json");
    "imports/imports": typeof import("./features/imports/imports.en.json");
    "interactions/interactions": typeof import("./features/interactions/interactions.en.json");
    "leave/leave": typeof import("./features/leave/leave.en.json");
    "members/members": typeof import("./features/members/members.en.json");
    "members/users": typeof import("./features/members/users.en.json");
    "mirrors/mirrors": typeof import("./features/mirrors/mirrors.en.json");
    "notices/notice-settings": typeof import("./features/notices/notice-settings.en.json");
    "notices/notices": typeof import("./features/notices/notices.en.json");
    "organization/organization": typeof import("./features/organization/organization.en.json");
    "payouts/payouts": typeof import("./features/payouts/payouts.en.json");
    "prospects/log": typeof import("./features/prospects/log.en.json");
    "prospects/prospect": typeof import("./features/prospects/prospect.en.json");
    "prospects/prospects": typeof import("./features/prospects/prospects.en.json");
    "push/push": typeof import("./features/push/push.en.json");
    "roles/roles": typeof import("./features/roles/roles.en.json");
    "rsi/rsi": typeof import("./features/rsi/rsi.en.json");
    "search/search": typeof import("./features/search/search.en.json");
    "second-factor/second-factor": typeof import("./features/second-factor/second-factor.en.json");
    "security-log/security-log": typeof import("./features/security-log/security-log.en.json");
    "security-team/security-team": typeof import("./features/security-team/security-team.en.json");
    "sessions/sessions": typeof import("./features/sessions/sessions.en.json");
    "settings/settings": typeof import("./features/settings/settings.en.json");
    "setup/setup": typeof import("./features/setup/setup.en.json");
    "ships/ships": typeof import("./features/ships/ships.en.json");
    "tokens/tokens": typeof import("./features/tokens/tokens.en.json");
    "tools/tools": typeof import("./features/tools/tools.en.json");
    "webhooks/webhooks": typeof import("./features/webhooks/webhooks.en.json");
    "wishes/wishes": typeof import("./features/wishes/wishes.en.json");
  }
}
