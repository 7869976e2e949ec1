// Writes a gigabyte of log.
const { writeSync } = require("node:fs");

const line = `${"x".repeat(65_535)}\n`;
let left = 1024 ** 3;
while (left > 0) {
  try {
    left -= writeSync(1, line);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
writeSync(2, "finished\n");
