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

/** Texts that a spreadsheet of either language takes for a number, a day, a time or a truth. */
export const VALUE_CELLS: readonly string[] = [
  ...[
    "670111036634382231",
    "0042",
    "7",
    " 5",
    "1,5",
    "1.234,50",
    "1 000",
    "5\u00a0000",
    "5%",
    "(5)",
    "$5",
    "5 kr.",
  ],
  ...[
    "1e5",
    "1E-5",
    "1,e5",
    "1 e 5",
    "1-2",
    "3/4",
    "30.11",
    "2026-11-28",
    "2026-11-28T19:05",
    "12:30",
    "13.30",
  ],
  ...[
    "5 pm",
    "8 a",
    "MARCH1",
    "Sept2",
    "5. maj 2020",
    "1. oktober",
    "jan-21",
    "true",
    " Falsk",
    "２０２６",
    "1\n2",
  ],
];
