/** The part of the day at an hour from 0 to 23; until 4 it is the evening. */
export function partOfDay(hour: number) {
  if (hour < 4) return "evening";
  if (hour < 10) return "morning";
  if (hour < 12) return "forenoon";
  return hour < 18 ? "afternoon" : "evening";
}
