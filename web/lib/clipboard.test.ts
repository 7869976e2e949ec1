import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../testing/hooks.ts";

const { useCopy } = await import("./clipboard.ts");

test("reports a copied text once the browser has it, and a failure where the browser refuses", async () => {
  const clipboard: { text: string; isAllowed: boolean; writeText: (text: string) => Promise<void> } = {
    text: "",
    isAllowed: true,
    async writeText(text) {
      if (!this.isAllowed) throw new DOMException("Refused.", "NotAllowedError");
      this.text = text;
    },
  };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  const copying = await run(() => useCopy("a code"));
  assert.equal(copying.now.state, null);
  await copying.act(({ copy }) => copy());
  assert.deepEqual([copying.now.state, clipboard.text], ["copied", "a code"]);
  clipboard.isAllowed = false;
  await copying.act(({ copy }) => copy());
  assert.equal(copying.now.state, "failed");
});
