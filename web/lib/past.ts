/**
 * The time that something past is told against: the page's clock moves on every 15 seconds, so that what has just happened
 * would be told as to come. Both in milliseconds.
 */
export const timeAfter = (past: string, now: number): number => Math.max(now, Date.parse(past));
