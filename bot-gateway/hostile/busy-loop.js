// Uses all the processor time it can get and ignores signals.
process.on("SIGTERM", () => undefined);
process.stdout.write("started\n", () => {
  for (;;) Math.random();
});
