/** Events that are looked at for the next one that takes place. */
const LOOKED_AT = 5;

export const nextEventPath = (organizationId: number) => `/api/events/${organizationId}?limit=${LOOKED_AT}`;
