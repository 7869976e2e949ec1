/** The part of the day at an hour from 0 to 23; until 5 it is the evening. */
export function partOfDay(hour: number) {
  if (hour < 5) return "evening";
  if (hour < 10) return "morning";
  if (hour < 12) return "forenoon";
  return hour < 18 ? "afternoon" : "evening";
}
