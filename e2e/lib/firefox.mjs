#!/usr/bin/env node
// Starts the Firefox that FIREFOX names, and passes on what Playwright says to it by WebDriver BiDi. A command that Firefox 153 does
// not have yet, and every new window sends, is answered here; once the oldest Firefox with updates has it, this file can go.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const UNKNOWN = "emulation.setMediaFeaturesOverride";
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = spawn(process.env["FIREFOX"] ?? "firefox", process.argv.slice(2), {
  stdio: ["ignore", "ignore", "pipe"],
});
firefox.on("exit", (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on("line", (line) => {
  const address = LISTENING.exec(line)?.[1];
  if (!address) return console.error(line);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 }, () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
  server.on("connection", (playwright, { url }) => {
    const browser = new WebSocket(`${address}${url}`, { maxPayload: 256 * 1024 * 1024 });
    /** @type {string[]} */
    const early = [];
    browser.on("open", () => {
      for (const each of early) browser.send(each);
    });
    browser.on("message", (data) => playwright.send(String(data)));
    browser.on("close", () => playwright.close());
    playwright.on("close", () => browser.close());
    playwright.on("message", (data) => {
      const { id, method } = JSON.parse(String(data));
      if (method === UNKNOWN) playwright.send(JSON.stringify({ type: "success", id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(String(data));
      else early.push(String(data));
    });
  });
});
