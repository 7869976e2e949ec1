// Writes log lines without end, as fast as they are read.
const { writeSync } = require("node:fs");

const line = `${"x".repeat(2_047)}\n`;
for (;;) {
  try {
    writeSync(1, line);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
