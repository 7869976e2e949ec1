/** Topics of the records that ask something of users. */
export const NEED_TOPICS = [
  "notices",
  "prospects",
  "applications",
  "contracts",
  "payouts",
  "events",
  "wishes",
  "leaves",
  "activity",
  "ship_sync",
];
