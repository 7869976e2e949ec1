// Loaded into a child process before its own code, so that it does not outlive a parent that was killed.
process.on("disconnect", () => process.exit(1));
process.channel?.unref();
