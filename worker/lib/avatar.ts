/** Address of a person's avatar at Discord, 64 px; null without one. https://discord.com/developers/docs/reference#image-formatting */
export const avatarUrl = (discordId: string | null, avatar: string | null): string | null =>
  discordId && avatar && /^[a-z0-9_]{1,64}$/.test(avatar)
    ? `https://cdn.discordapp.com/avatars/${discordId}/${avatar}.png?size=64`
    : null;
