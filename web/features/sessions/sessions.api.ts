/** The path of another user's sessions. */
export const sessionsPath = (userId: number): string => `/api/users/${userId}/sessions`;
