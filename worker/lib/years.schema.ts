/** The years that instants and days are accepted of; ISO 8601 texts of these years are in the order of time. */
export const YEARS = { first: 2000, last: 2199 } as const;
