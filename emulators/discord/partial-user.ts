import type { APIUser } from "discord-api-types/v10";

/** Optional fields of a user, and whether Discord documents that they may be null. */
const FIELDS = [
  ["global_name", true],
  ["username", false],
  ["avatar", true],
  ["discriminator", false],
  ["public_flags", false],
  ["primary_guild", true],
  ["avatar_decoration_data", true],
  ["banner", true],
  ["accent_color", true],
] as const satisfies [keyof APIUser, boolean][];

/**
 * The user of a presence update: Discord promises the id alone, and of the other fields any combination
 * (https://docs.discord.com/developers/events/gateway-events#presence-update). As `turn` rises from 0, each
 * combination of absent, present and, where it is documented, null comes in turn, the bare id first.
 */
export function partialUser(user: APIUser, turn: number): Partial<APIUser> & { id: string } {
  let rest = turn;
  const fields = FIELDS.flatMap(([name, isNullable]) => {
    const forms = [[], [[name, user[name]]], ...(isNullable ? [[[name, null]]] : [])];
    const form = forms[rest % forms.length] ?? [];
    rest = Math.floor(rest / forms.length);
    return form;
  });
  return { id: user.id, ...Object.fromEntries(fields) };
}
