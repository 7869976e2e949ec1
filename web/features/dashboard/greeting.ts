/** The part of the day at an hour from 0 to 23; until 5 it is the evening. */
export function partOfDay(hour: number) {
  if (hour < 5) return "evening";
  if (hour < 10) return "morning";
  if (hour < 12) return "forenoon";
  return hour < 18 ? "afternoon" : "evening";
}

/** The name to greet a user with: the first word of their display name, else their username. */
export function firstName(user: { displayName: string; username: string }): string {
  return user.displayName.trim().split(/\s+/u)[0] || user.username;
}
