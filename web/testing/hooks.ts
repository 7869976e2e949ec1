/// <reference types="node" />
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import type { ReactNode } from "react";

// Runs React's hooks in Node, in a component that draws nothing: no package with a DOM is installed.

const moduleOf = (source: string) => ({ format: "module" as const, shortCircuit: true, source });
registerHooks({
  load(url, context, next) {
    if (!/\.(tsx|json)$/.test(url)) return next(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    if (url.endsWith(".json")) return moduleOf(`export default ${source}`);
    return moduleOf(transformSync(source, { loader: "tsx", jsx: "automatic" }).code);
  },
});

/** Listens and is told, as the window, its document and their elements are. */
const newTarget = () => {
  const target = new EventTarget();
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
};
const page = {
  ...newTarget(),
  ...{ nodeType: 9, nodeName: "#document", cookie: "signed_in=1", hidden: false },
  ...{ activeElement: null, body: null, ownerDocument: null, documentElement: { dataset: {} } },
  querySelectorAll: () => [],
};
const newRoot = () => ({
  ...newTarget(),
  ...{ nodeType: 1, nodeName: "DIV", tagName: "DIV", namespaceURI: "http://www.w3.org/1999/xhtml" },
  ...{ ownerDocument: page, firstChild: null, lastChild: null, textContent: "" },
});
Object.assign(globalThis, {
  ...newTarget(),
  ...{ window: globalThis, document: page, location: new URL("http://here.test/page") },
  HTMLIFrameElement: class {},
  // An open channel would keep the process running.
  BroadcastChannel: undefined,
  requestAnimationFrame: setImmediate,
});

// After the page is there: these look for it as they load.
const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");
const { SWRConfig } = await import("swr");
const { request } = await import("../lib/api.ts");
const { showLanguage } = await import("../lib/i18n/i18n.ts");
await showLanguage("en", false);

/** Turns of the event loop without any work after which nothing more is expected to happen. */
const QUIET_TURNS = 10;

let work = 0;
let pending = 0;

/** Resolves when every request is answered and nothing is drawn any more. */
async function settled(): Promise<void> {
  for (let quiet = 0, seen = work; quiet < QUIET_TURNS; quiet = pending > 0 || work > seen ? 0 : quiet + 1) {
    seen = work;
    await new Promise(setImmediate);
  }
}

/** A hook that runs in a component, drawn again with each change of its state. */
export type Running<Value> = {
  /** What it returned last. */
  readonly now: Value;
  /** Does something with what it returned last, and waits until all that follows is drawn. */
  act<Result>(does: (now: Value) => Result | Promise<Result>): Promise<Result>;
  /** Draws the component again, as after a change outside of the hook. */
  redraw(): Promise<void>;
  end(): Promise<void>;
};

function Component({ draw }: { draw: () => void }) {
  draw();
  return null;
}

/**
 * Runs a hook; what it asks for by its path is fetched, as in the app.
 * @param wrap puts the component into another one, such as a router
 */
export async function run<Value>(
  hook: () => Value,
  wrap: (drawn: ReactNode) => ReactNode = (drawn) => drawn,
): Promise<Running<Value>> {
  let now = undefined as Value;
  const draw = () => {
    work += 1;
    now = hook();
  };
  const drawn = createRoot(newRoot() as unknown as Element);
  const value = {
    ...{ fetcher: (path: string) => request(path), dedupingInterval: 0, errorRetryCount: 0 },
    ...{ revalidateOnFocus: false, revalidateOnReconnect: false },
  };
  // A new function each time makes React draw the component again.
  const render = () =>
    drawn.render(createElement(SWRConfig, { value }, wrap(createElement(Component, { draw: () => draw() }))));
  render();
  await settled();
  return {
    get now() {
      return now;
    },
    async act(does) {
      const result = await does(now);
      await settled();
      return result;
    },
    async redraw() {
      render();
      await settled();
    },
    async end() {
      drawn.unmount();
      await settled();
    },
  };
}

export type Sent = { method: string; path: string; body: unknown; key: string | null };

/** Answers every request of the page by `answer`: with a status and a body, or with an error for no answer at all. */
export function answerWith(
  answer: (sent: Sent) => [status: number, body: unknown] | Promise<[number, unknown]>,
): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (path, { method = "GET", body, headers } = {}) => {
    const each: Sent = {
      method,
      path: String(path),
      body: typeof body === "string" ? JSON.parse(body) : undefined,
      key: new Headers(headers).get("Idempotency-Key"),
    };
    sent.push(each);
    pending += 1;
    const [status, answered] = await Promise.resolve(answer(each)).finally(() => {
      pending -= 1;
      work += 1;
    });
    return new Response(answered === undefined ? null : JSON.stringify(answered), { status });
  };
  return sent;
}
