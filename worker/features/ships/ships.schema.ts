import * as z from "zod/mini";

/** A list that lacks so many ships that an administrator must accept it; they would become unlisted. */
const waitingLoss = z.object({
  /** The sync that was refused. */
  id: z.number(),
  createdAt: z.string(),
  ships: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type WaitingLoss = z.infer<typeof waitingLoss>;

/** The newest sync of ships with the provider, GET /api/uex/sync-status; null when there was none. */
export const shipSyncStatus = z.object({
  createdAt: z.string(),
  status: z.enum(["pending", "completed", "failed"]),
  recordsProcessed: z.number(),
  added: z.number(),
  updated: z.number(),
  removed: z.number(),
  /** Malformed entries: those without a name changed no ship, in others the malformed fields are empty. */
  unreadable: z.number(),
  error: z.nullable(z.string()),
  /** The loss that waits since the last completed sync; null for none. */
  waiting: z.nullable(waitingLoss),
  /** The newest successful sync, null before the first; equal to this one, unless it is pending or failed. */
  completed: z.nullable(
    z.object({
      createdAt: z.string(),
      recordsProcessed: z.number(),
      /** Name of the user who started it; empty for the daily job, null if unknown. */
      startedBy: z.nullable(z.string()),
    }),
  ),
});
export type ShipSyncStatus = z.infer<typeof shipSyncStatus>;

/** POST /api/uex/sync-ships; `count` and `shipsProcessed` are the ships that the provider lists. */
export const shipSyncAnswer = z.extend(
  z.pick(shipSyncStatus, { added: true, updated: true, removed: true, unreadable: true }),
  { count: z.number(), shipsProcessed: z.number() },
);
export type ShipSyncAnswer = z.infer<typeof shipSyncAnswer>;

/** Calls that the provider allows (specification, business constants); the day's limit is the minute's in every minute. */
export const PROVIDER_LIMITS = { perMinute: 10, perDay: 14_400 } as const;

/** Of these, the calls of syncs: health checks make the others, one in ten seconds at most. */
export const SYNCS_PER_MINUTE = PROVIDER_LIMITS.perMinute - 6;

/** Uses of ships, in the order of lists. A ship can have several roles, or none. */
export const SHIP_ROLES = [
  "military",
  "fighter",
  "cargo",
  "exploration",
  "mining",
  "racing",
  "salvage",
  "medical",
  "refuel",
  "repair",
  "passenger",
  "science",
  "bomber",
  "interdiction",
  "data",
  "carrier",
  "construction",
] as const;
export type ShipRole = (typeof SHIP_ROLES)[number];

/** The roles that group a hangar (specification, option lists: hangar categories). */
export const HANGAR_CATEGORIES = [
  "military",
  "cargo",
  "exploration",
  "mining",
  "racing",
  "fighter",
] as const satisfies readonly ShipRole[];
export type HangarCategory = (typeof HANGAR_CATEGORIES)[number];

/** Sizes by the landing pad that a ship needs; ground vehicles are separate. */
export const SHIP_SIZES = ["vehicle", "small", "medium", "large", "capital"] as const;
export type ShipSize = (typeof SHIP_SIZES)[number];

/** Capacities of the game's containers, in SCU. */
export const CONTAINER_SIZES = [1, 2, 4, 8, 16, 24, 32] as const;
export type ContainerSize = (typeof CONTAINER_SIZES)[number];

/** A ship of the catalogue, GET /api/uex/ships. */
export const ship = z.object({
  id: z.number(),
  name: z.string(),
  /** With the maker in front. */
  nameFull: z.string(),
  slug: z.string(),
  companyName: z.string(),
  urlPhoto: z.nullable(z.string()),
  scu: z.number(),
  /** "1", or the least and the most: "2-5"; null if the provider has none. */
  crew: z.nullable(z.string()),
  crewMin: z.nullable(z.number()),
  crewMax: z.nullable(z.number()),
  size: z.nullable(z.enum(SHIP_SIZES)),
  roles: z.array(z.enum(SHIP_ROLES)),
  /** Containers that fit its cargo grid, the smallest first; null if the provider has none. */
  containerSizes: z.nullable(z.array(z.literal(CONTAINER_SIZES))),
  isMilitary: z.boolean(),
  isCargo: z.boolean(),
  isExploration: z.boolean(),
  isMining: z.boolean(),
  isRacing: z.boolean(),
  isFighter: z.boolean(),
  /** False for a ship that has left the provider's catalogue; hangars keep it. */
  isListed: z.boolean(),
});
export type Ship = z.infer<typeof ship>;

/** The widths in pixels that the image proxy serves. */
export const PHOTO_WIDTHS = [320, 640, 960] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

export const PHOTO_URL_LENGTH = 500;

const WIDTH_TEXTS = ["320", "640", "960"] as const satisfies `${PhotoWidth}`[];
const widthOf = (text: `${PhotoWidth}`) => Number(text) as PhotoWidth;

export const photoQuery = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(PHOTO_URL_LENGTH)),
  w: z._default(z.pipe(z.enum(WIDTH_TEXTS), z.transform(widthOf)), PHOTO_WIDTHS[1]),
});
export type PhotoQuery = z.infer<typeof photoQuery>;
