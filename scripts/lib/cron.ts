/** Lowest and highest value of each field: minute, hour, day of month, month, day of week (1 is Sunday). */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [1, 7],
] as const;

function fieldMatches(field: string, value: number, [low, high]: readonly [number, number]): boolean {
  return field.split(",").some((part) => {
    const [range = "", step = "1"] = part.split("/");
    const [from = "", to = range.includes("-") ? "" : part.includes("/") ? String(high) : from] =
      range.split("-");
    const [first, last] = range === "*" ? [low, high] : [Number(from), Number(to)];
    const every = Number(step);
    if (![first, last, every].every(Number.isInteger) || first < low || last > high || every < 1) {
      throw new Error(`"${field}" is not a field of a cron expression this understands`);
    }
    return value >= first && value <= last && (value - first) % every === 0;
  });
}

/**
 * Returns whether a cron expression of five numeric fields (with `*`, lists, ranges and steps) fires in the minute of
 * an instant, in UTC. Sunday is 1, as in https://developers.cloudflare.com/workers/configuration/cron-triggers/
 * @throws Error for an expression that it does not understand
 */
export function cronMatches(expression: string, at: Date): boolean {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== FIELDS.length)
    throw new Error(`"${expression}" is not a cron expression of five fields`);
  const values = [
    at.getUTCMinutes(),
    at.getUTCHours(),
    at.getUTCDate(),
    at.getUTCMonth() + 1,
    at.getUTCDay() + 1,
  ];
  const results = FIELDS.map((range, index) => fieldMatches(fields[index] ?? "", values[index] ?? -1, range));
  const [minute, hour, day, month, weekday] = results;
  // When both day fields are restricted, one match is enough.
  const days = fields[2] !== "*" && fields[4] !== "*" ? day || weekday : day && weekday;
  return Boolean(minute && hour && month && days);
}

const MINUTE = 60_000;

/**
 * Calls `fire` with each expression at its minutes until the returned function is called. Minutes during which the
 * machine sleeps are skipped.
 */
export function startCron(
  expressions: readonly string[],
  fire: (cron: string, at: Date) => void,
): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const next = (Math.floor(Date.now() / MINUTE) + 1) * MINUTE;
    timer = setTimeout(() => {
      const at = new Date(next);
      // A clock that was set back, or an early timer, must not fire a minute twice.
      if (Date.now() >= next) for (const cron of expressions) if (cronMatches(cron, at)) fire(cron, at);
      wait();
    }, next - Date.now());
  };
  wait();
  return () => clearTimeout(timer);
}
