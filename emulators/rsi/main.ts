import { startRsi } from "./index.ts";

try {
  const { PORT, STATE_FILE, CONTROL_SECRET } = process.env;
  if (PORT && !/^\d+$/.test(PORT)) throw new Error("PORT must be a whole number");
  const emulator = await startRsi({
    ...(PORT ? { port: Number(PORT) } : {}),
    ...(STATE_FILE ? { stateFile: STATE_FILE } : {}),
    ...(CONTROL_SECRET ? { controlSecret: CONTROL_SECRET } : {}),
  });
  const stop = (): void => void emulator.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  console.log(`RSI emulator ready at ${emulator.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
