/** Hosts of photos of ships: UEX's own two, and RSI's, to whose pictures UEX links. */
const PHOTO_HOSTS: readonly string[] = [
  "assets.uexcorp.space",
  "cdn.uexcorp.space",
  "media.robertsspaceindustries.com",
  "robertsspaceindustries.com",
];

/** The address of a photo at a known host, as the URL parser reads it: https without user, password or port; else null. */
export function photoAddress(text: string, base?: URL): URL | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isPlain = url.protocol === "https:" && !url.username && !url.password && !url.port;
  if (!isPlain || !PHOTO_HOSTS.includes(url.hostname)) return null;
  url.hash = "";
  return url;
}
