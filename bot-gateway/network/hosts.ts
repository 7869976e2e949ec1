/**
 * Where bots may connect to: each entry is `host:port`, and a host that begins with `*.` stands for every name below
 * it. An IPv6 address has no brackets: what follows the last colon is the port.
 */
export type Hosts = readonly string[];

/** Discord's REST API, its gateway with the addresses for resuming, and its files. */
export const DISCORD_HOSTS: Hosts = [
  "discord.com:443",
  "*.discord.gg:443",
  "cdn.discordapp.com:443",
  "media.discordapp.net:443",
];

const SCHEME_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** The hosts of a list with commas between. */
export const readHosts = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/**
 * The hosts for a base of Discord's REST API and those that the operator adds. Another server than Discord's own
 * answers REST and gateway on one host and port; `further` names more, the port being 443 unless it is given.
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

/** Whether a host, by the name that the bot gave, and port are among those allowed. */
export function isAllowed(hosts: Hosts, host: string, port: number): boolean {
  const wanted = `${host.toLowerCase().replace(/\.$/, "")}:${port}`;
  return hosts.some((each) =>
    each.startsWith("*.")
      ? wanted.endsWith(each.slice(1)) && /^[\w-]+(\.[\w-]+)*$/.test(wanted.slice(0, 1 - each.length))
      : wanted === each,
  );
}
