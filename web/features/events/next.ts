/** Events that are looked at for the next one that takes place, and that the reader goes to. */
export const NEXT_EVENTS = 12;

export const nextEventPath = (organizationId: number) => `/api/events/${organizationId}?limit=${NEXT_EVENTS}`;
