export const sessionsPath = (userId: number): string => `/api/users/${userId}/sessions`;
