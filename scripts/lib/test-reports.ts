/** A test that failed. `file` is the path that its runner takes to run it again, absent where there is none. */
export type Failed = { title: string; words: string; file?: string };

/** What a part of the tests came to. */
export type Counts = { passed: number; failed: Failed[]; skipped: number };

/** What a test without a name of its own came to. */
export const one = (title: string, isGood: boolean, words = ""): Counts => ({
  passed: isGood ? 1 : 0,
  failed: isGood ? [] : [{ title, words }],
  skipped: 0,
});

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
});

export type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
};

export const readVitest = (report: VitestReport): Counts => ({
  passed: report.numPassedTests,
  failed: report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    // A file that cannot be loaded has no tests to count.
    if (status === "failed" && !assertionResults.length) return [{ title: file, words: message, file }];
    return assertionResults
      .filter((each) => each.status === "failed")
      .map((each) => ({ title: each.fullName, words: each.failureMessages?.join("\n") ?? "", file }));
  }),
  skipped: report.numPendingTests + report.numTodoTests,
});

type Suite = {
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
};

export type PlaywrightReport = {
  stats: { expected: number; skipped: number };
  suites: Suite[];
  errors: { message?: string }[];
};

const failedIn = ({ file, suites = [], specs }: Suite): Failed[] => [
  ...suites.flatMap(failedIn),
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => ({
        title: `${file} › ${title}`,
        words: results.map(({ error }) => error?.message ?? "").join("\n"),
        file,
      })),
  ),
];

export const readPlaywright = ({ stats, suites, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: [
    ...suites.flatMap(failedIn),
    ...errors.map(({ message = "" }) => ({ title: "The run of the journeys", words: message })),
  ],
  skipped: stats.skipped,
});
