/**
 * The hosts that photos of ships are fetched from: UEX's own two, and RSI's, to whose pictures UEX links. Nothing
 * else is ever asked for a photo.
 */
const PHOTO_HOSTS: readonly string[] = [
  "assets.uexcorp.space",
  "cdn.uexcorp.space",
  "media.robertsspaceindustries.com",
  "robertsspaceindustries.com",
];

/**
 * The address of a photo at one of the known hosts; null for every other text. What counts is what the parser makes
 * of it, since that is what is asked: only https, only the host's own name, without user, password or port.
 */
export function photoAddress(text: string, base?: URL): URL | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isPlain = url.protocol === "https:" && !url.username && !url.password && !url.port;
  if (!isPlain || !PHOTO_HOSTS.includes(url.hostname)) return null;
  url.hash = "";
  return url;
}
