/** A test that failed. `file` is the path that its runner takes to run it again, absent where there is none. */
export type Failed = { title: string; words: string; file?: string };

/** The time of a file of tests: seconds from begin to end, and CPU seconds where they can be told from those of others. */
export type TestFile = { file: string; seconds: number; cpu: number | null };

/** The environment variable that names the file into which a reporter writes what files took. */
export const FILES_REPORT = "TESTS_FILES_REPORT";

/** The result of a part of the tests. */
export type Counts = { passed: number; failed: Failed[]; skipped: number; files?: TestFile[] };

/** Returns the result of a test without a name of its own. */
export const one = (title: string, isGood: boolean, words = ""): Counts => ({
  passed: isGood ? 1 : 0,
  failed: isGood ? [] : [{ title, words }],
  skipped: 0,
});

export const sum = (all: readonly Counts[]): Required<Counts> => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.flatMap(({ failed }) => failed),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  files: all.flatMap(({ files = [] }) => files),
});

/**
 * Judges failed tests whose files ran again: those whose file then passed as a whole are unsteady.
 * @param isStrict whether an unsteady test counts as failed
 */
export function judgeAgain(
  first: Counts,
  { failed: again }: Counts,
  isStrict: boolean,
): { counts: Counts; unsteady: Failed[] } {
  const isWhole = again.every(({ file }) => file !== undefined);
  const isUnsteady = ({ file }: Failed) =>
    isWhole && file !== undefined && again.every((each) => each.file !== file);
  const unsteady = first.failed.filter(isUnsteady);
  if (isStrict) return { counts: first, unsteady };
  const failed = first.failed.filter((each) => !isUnsteady(each));
  return { counts: { ...first, passed: first.passed + unsteady.length, failed }, unsteady };
}

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

type Spec = {
  title: string;
  tests: {
    status: string;
    results: { duration: number; error?: { message?: string } }[];
  }[];
};
type Suite = { file: string; suites?: Suite[]; specs: Spec[] };

export type PlaywrightReport = {
  stats: { expected: number; skipped: number };
  suites: Suite[];
  errors: { message?: string }[];
};

const specsOf = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

const failedIn = (suite: Suite): Failed[] =>
  specsOf(suite).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => ({
        title: `${suite.file} › ${title}`,
        words: results.map(({ error }) => error?.message ?? "").join("\n"),
        file: suite.file,
      })),
  );

/** Returns the time of the journeys of a file. Their browsers and products serve several files, so that CPU seconds are not known. */
function fileOf(suite: Suite): TestFile {
  const results = specsOf(suite).flatMap((spec) => spec.tests.flatMap((test) => test.results));
  const seconds = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
  return { file: `e2e/${suite.file}`, seconds, cpu: null };
}

export const readPlaywright = ({ stats, suites, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: [
    ...suites.flatMap(failedIn),
    ...errors.map(({ message = "" }) => ({ title: "The run of the journeys", words: message })),
  ],
  skipped: stats.skipped,
  files: suites.map(fileOf),
});
