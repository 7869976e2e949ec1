/** One request to the emulator's Discord side; control calls are not recorded. */
export interface RecordedRequest {
  method: string;
  /** Path without query, as it was sent. */
  path: string;
  query: Record<string, string>;
  /** 0 when the connection was cut instead of answered. */
  status: number;
  /** Whether the User-Agent has the form that Discord demands of bots: `DiscordBot (url, version)`. */
  validUserAgent: boolean;
  userAgent: string;
  /** The kind of credential; never the credential itself. */
  auth: "none" | "bot" | "bearer" | "basic" | "other";
  /** X-Audit-Log-Reason, decoded. */
  reason: string | null;
}

/** Selects recorded requests. A string path matches anywhere in the path. */
export interface RequestFilter {
  method?: string;
  path?: string | RegExp;
  status?: number;
}

const limit = 20_000;

/** Adds to the log, dropping the oldest entry when it is full. */
export function record(log: RecordedRequest[], entry: RecordedRequest): void {
  if (log.length >= limit) log.shift();
  log.push(entry);
}

export function filterRequests(log: readonly RecordedRequest[], filter: RequestFilter): RecordedRequest[] {
  return log.filter(
    (entry) =>
      (filter.method === undefined || entry.method === filter.method.toUpperCase()) &&
      (filter.status === undefined || entry.status === filter.status) &&
      (filter.path === undefined || matchesPath(entry.path, filter.path)),
  );
}

/** Returns whether a path contains the text or matches the expression. */
export function matchesPath(path: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string"
    ? path.includes(wanted)
    : new RegExp(wanted.source, wanted.flags).test(path);
}
