const STARTS = [
  ...["=1+1", "+1+1", "-1+1", "@SUM(A1)", "＝1+1", "＋1+1", "－1+1", "＠SUM(A1)"],
  ...['"=1+1"', " =1+1", "\u00a0=1+1", "\u200b=1+1"],
];
/** What could end a cell, or a quoted part of one, in a spreadsheet of any locale. */
const BREAKS = [
  ...["", ",", ";", "\t", "|", "\n", "\r", "\r\n", '"', '",', '";', '"\t', '""', '";"', ";;"],
  ...["x;y;", 'x";""'],
];

/** Texts that try to begin a cell with a formula, at their beginning or later. */
export const HOSTILE_CELLS: readonly string[] = STARTS.flatMap((start) =>
  BREAKS.flatMap((before) => [
    before + start,
    `a${before}${start}`,
    `a,b${before}${start}`,
    `"${before}${start}`,
  ]),
);
