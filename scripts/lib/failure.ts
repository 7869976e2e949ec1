/** Something a person can put right; its message is the whole of what they are told. */
export class Failure extends Error {}

/** Runs a command: a Failure ends it with its sentence and exit code 1, anything else also with its stack. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
