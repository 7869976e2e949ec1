import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Asks for a line at the terminal; does not show the input for a secret. */
export async function ask(question: string, options: { secret?: boolean } = {}): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  // The terminal passes Ctrl-C to the prompt, not to the process.
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    const answer = terminal.question(`${question}: `);
    isMuted = options.secret === true;
    return (await answer).trim();
  } finally {
    isMuted = false;
    if (options.secret) process.stdout.write("\n");
    terminal.close();
  }
}

/** Reads standard input without the last line break. */
export const readStandardInput = async () => (await text(process.stdin)).replace(/\r?\n$/, "");
