/**
 * Hosts that bots may connect to, each as `host:port`; a host that begins with `*.` matches every name below it. An
 * IPv6 address has no brackets: the port follows the last colon.
 */
export type Hosts = readonly string[];

/** Hosts of Discord's REST API, of its gateway and the addresses for resuming, and of its files. */
export const DISCORD_HOSTS: Hosts = [
  "discord.com:443",
  "*.discord.gg:443",
  "cdn.discordapp.com:443",
  "media.discordapp.net:443",
];

const SCHEME_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

export const readHosts = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/**
 * Returns the hosts for a base of Discord's REST API and those that the operator adds. A server other than Discord's
 * own answers REST and gateway on one host and port. Hosts in `further` without a port get 443.
 */
export function hostsOf(discordApiUrl: string, further: Hosts): Hosts {
  const { hostname, port, protocol } = new URL(discordApiUrl);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const own = `${host}:${port || SCHEME_PORTS[protocol]}`;
  return [
    ...(DISCORD_HOSTS.includes(own) ? DISCORD_HOSTS : [own]),
    ...further.map((each) => (/:\d+$/.test(each) ? each : `${each}:443`).toLowerCase()),
  ];
}

/** Returns whether a port of a host, by the name that the bot gave, is allowed. */
export function isAllowed(hosts: Hosts, host: string, port: number): boolean {
  const wanted = `${host.toLowerCase().replace(/\.$/, "")}:${port}`;
  return hosts.some((each) =>
    each.startsWith("*.")
      ? wanted.endsWith(each.slice(1)) && /^[\w-]+(\.[\w-]+)*$/.test(wanted.slice(0, 1 - each.length))
      : wanted === each,
  );
}
