import { startUex } from "./index.ts";

const { PORT = "", CONTROL_SECRET } = process.env;

try {
  if (!/^\d*$/.test(PORT)) throw new Error("PORT must be a whole number");
  const emulator = await startUex({
    ...(PORT ? { port: Number(PORT) } : {}),
    ...(CONTROL_SECRET ? { controlSecret: CONTROL_SECRET } : {}),
  });
  const stop = () => void emulator.close().then(() => process.exit(0));
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  console.log(`UEX emulator ready at ${emulator.url} (${emulator.rows().length} vehicles)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
