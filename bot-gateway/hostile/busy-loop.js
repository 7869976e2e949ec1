// Takes all the processor time it can get and hears no signal.
process.on("SIGTERM", () => undefined);
process.stdout.write("started\n", () => {
  for (;;) Math.random();
});
