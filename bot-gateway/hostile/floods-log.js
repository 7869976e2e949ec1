// Writes half a gigabyte of log.
const { writeSync } = require("node:fs");

const line = `${"x".repeat(65_535)}\n`;
let left = 512 * 1024 ** 2;
while (left > 0) {
  try {
    left -= writeSync(1, line);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
writeSync(2, "finished\n");
