// Sends the gateway garbage without a line break, and never reads what the gateway sends.
const { writeSync } = require("node:fs");

console.log("started");
const garbage = Buffer.alloc(65_536, '{"type":"activity","items":[');
for (;;) {
  try {
    writeSync(3, garbage);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
