import { accountFeature } from "./features/account/index.ts";
import { announcementsFeature } from "./features/announcements/index.ts";
import { applicationsFeature } from "./features/applications/index.ts";
import { attendanceFeature } from "./features/attendance/index.ts";
import { auditFeature } from "./features/audit/index.ts";
import { authFeature } from "./features/auth/index.ts";
import { availabilityFeature } from "./features/availability/index.ts";
import { backupFeature } from "./features/backup/index.ts";
import { botsFeature } from "./features/bots/index.ts";
import { calendarFeature } from "./features/calendar/index.ts";
import { contractsFeature } from "./features/contracts/index.ts";
import { dashboardFeature } from "./features/dashboard/index.ts";
import { discordFeature } from "./features/discord/index.ts";
import { eventsFeature } from "./features/events/index.ts";
import { fleetFeature } from "./features/fleet/index.ts";
import { formsFeature } from "./features/forms/index.ts";
import { hangarFeature } from "./features/hangar/index.ts";
import { healthFeature } from "./features/health/index.ts";
import { importsFeature } from "./features/imports/index.ts";
import { interactionsFeature } from "./features/interactions/index.ts";
import { joiningFeature } from "./features/joining/index.ts";
import { leaveFeature } from "./features/leave/index.ts";
import { membersFeature } from "./features/members/index.ts";
import { mirrorsFeature } from "./features/mirrors/index.ts";
import { noticesFeature } from "./features/notices/index.ts";
import { organizationFeature } from "./features/organization/index.ts";
import { payoutsFeature } from "./features/payouts/index.ts";
import { personalDataFeature } from "./features/personal-data/index.ts";
import { profilesFeature } from "./features/profiles/index.ts";
import { prospectsFeature } from "./features/prospects/index.ts";
import { pushFeature } from "./features/push/index.ts";
import { referralsFeature } from "./features/referrals/index.ts";
import { rolesFeature } from "./features/roles/index.ts";
import { rsiFeature } from "./features/rsi/index.ts";
import { searchFeature } from "./features/search/index.ts";
import { secondFactorFeature } from "./features/second-factor/index.ts";
import { securityLogFeature } from "./features/security-log/index.ts";
import { securityTeamFeature } from "./features/security-team/index.ts";
import { sessionsFeature } from "./features/sessions/index.ts";
import { settingsFeature } from "./features/settings/index.ts";
import { setupFeature } from "./features/setup/index.ts";
import { shipsFeature } from "./features/ships/index.ts";
import { teamsFeature } from "./features/teams/index.ts";
import { tokensFeature } from "./features/tokens/index.ts";
import { usersFeature } from "./features/users/index.ts";
import { webhooksFeature } from "./features/webhooks/index.ts";
import { wishesFeature } from "./features/wishes/index.ts";
import type { Feature } from "./lib/feature.ts";
import type { Topics } from "./lib/live/topics.ts";

/** Every feature of the product, each after those that it builds on. */
export const FEATURES: readonly Feature[] = [
  settingsFeature,
  organizationFeature,
  usersFeature,
  sessionsFeature,
  rolesFeature,
  membersFeature,
  leaveFeature,
  formsFeature,
  tokensFeature,
  rsiFeature,
  contractsFeature,
  applicationsFeature,
  securityTeamFeature,
  teamsFeature,
  payoutsFeature,
  secondFactorFeature,
  accountFeature,
  prospectsFeature,
  referralsFeature,
  botsFeature,
  discordFeature,
  authFeature,
  joiningFeature,
  shipsFeature,
  hangarFeature,
  fleetFeature,
  importsFeature,
  eventsFeature,
  attendanceFeature,
  calendarFeature,
  availabilityFeature,
  mirrorsFeature,
  wishesFeature,
  searchFeature,
  dashboardFeature,
  profilesFeature,
  noticesFeature,
  pushFeature,
  webhooksFeature,
  healthFeature,
  auditFeature,
  securityLogFeature,
  backupFeature,
  personalDataFeature,
  interactionsFeature,
  announcementsFeature,
  setupFeature,
];

const raised = FEATURES.flatMap(({ topics = {} }) => Object.entries(topics));

/** All topics with what raises them; several features may raise one topic. */
export const TOPICS: Topics = Object.fromEntries(
  [...Map.groupBy(raised, ([topic]) => topic)].map(([topic, raisedBy]) => [
    topic,
    raisedBy.flatMap(([, sources]) => sources),
  ]),
);
