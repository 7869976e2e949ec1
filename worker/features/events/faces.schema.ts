// Without the shapes of calls: the dashboard, which shows the next event, loads no zod.

/** People that a list shows of each event. */
export const FACES = 3;
