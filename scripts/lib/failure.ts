/** A problem that the user can fix; its message is the whole output about it. */
export class Failure extends Error {}

/** Runs a command. A Failure ends it with its message and exit code 1, any other error also with its stack. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
