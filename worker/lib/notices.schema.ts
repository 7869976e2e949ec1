/** When a channel tells a user of a kind of notice: at once, in a summary of a day or a week, or never. */
export const PACES = ["now", "daily", "weekly", "off"] as const;
export type Pace = (typeof PACES)[number];

/** The channels beside the bell that reach one user. */
export const USER_CHANNELS = ["mail", "direct", "push"] as const;
export type UserChannelName = (typeof USER_CHANNELS)[number];

/** The channels that reach an organization, or programs of it. */
export const ORGANIZATION_CHANNELS = ["discord", "webhook"] as const;
export type ChannelName = UserChannelName | (typeof ORGANIZATION_CHANNELS)[number];

/** Why a channel does not reach a user. */
export const HINDRANCES = [
  "no_email",
  "mail_off",
  "no_discord",
  "no_bot",
  "no_device",
  "unreachable",
] as const;
export type Hindrance = (typeof HINDRANCES)[number];
