import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EnginePage, Finder, Role, Target, Text } from "./engines.ts";
import { type Found, findInPage, type Step, wanted } from "./webkit-find.ts";

/** Milliseconds that an act waits for its element, as in the other browsers. */
export const PATIENCE = 60_000;
const PAUSE = 50;

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The name by which answers hold an element. https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = {
  ...{ Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Shift: "\uE008", Control: "\uE009" },
  ...{ Escape: "\uE00C", Space: " ", End: "\uE010", Home: "\uE011" },
  ...{ ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", F8: "\uE038" },
};

/** Errors after which an act is tried again: the page has changed meanwhile. */
const PASSING = /^Error: (stale element|element not interactable|no such)|^NotYet/;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends a command of the session; POST where it has a body, else GET. */
type Send = <Answer>(path: string, body?: object | null, method?: string) => Promise<Answer>;

/** Sends a command of WebDriver. @throws Error with the command's error */
export async function send<Answer>(address: string, method: string, body?: object | null): Promise<Answer> {
  const response = await fetch(address, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await response.json()) as { value: Answer & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Tries again until it succeeds. @throws the last error, when the time is over */
export async function retry<Result>(attempt: () => Promise<Result>, isPassing = PASSING): Promise<Result> {
  for (const until = Date.now() + PATIENCE; ; await sleep(PAUSE)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing.test(String(error)) || Date.now() > until) throw error;
    }
  }
}

/** An act's element is not there yet. */
class NotYet extends Error {
  override name = "NotYet";
}

/** The condition that an act waits for. */
type State = "ready" | "there" | "visible" | "hidden";

class Located implements Target {
  readonly #page: WebKitPage;
  readonly #steps: readonly Step[];

  constructor(page: WebKitPage, steps: readonly Step[]) {
    this.#page = page;
    this.#steps = steps;
  }

  #then(step: Step): Target {
    return new Located(this.#page, [...this.#steps, step]);
  }

  getByRole(role: Role, { name, exact, level }: { name?: Text; exact?: boolean; level?: number } = {}) {
    const named = name === undefined ? null : wanted(name, exact);
    return this.#then({ by: "role", role, name: named, level: level ?? null });
  }

  getByLabel(text: Text, { exact }: { exact?: boolean } = {}) {
    return this.#then({ by: "label", text: wanted(text, exact) });
  }

  getByText(text: Text, { exact }: { exact?: boolean } = {}) {
    return this.#then({ by: "text", text: wanted(text, exact) });
  }

  locator(css: string) {
    return this.#then({ by: "css", css });
  }

  filter({ hasText }: { hasText: Text }) {
    return this.#then({ by: "filter", text: wanted(hasText) });
  }

  first() {
    return this.#then({ by: "first" });
  }

  /** Waits for the one element. @throws Error where there are several, or when the time is over */
  #wait(state: State): Promise<Found> {
    return retry(async () => {
      const found = await this.#page.find(this.#steps);
      const { count, shown, point } = found;
      const what = `${JSON.stringify(this.#steps)}: ${count} found, ${shown} shown`;
      if (count > 1) throw new Error(`More than one element, ${what}`);
      const isGood = {
        ready: point !== null,
        there: count === 1,
        visible: shown === 1,
        hidden: shown === 0,
      };
      if (!isGood[state]) throw new NotYet(`not ${state}, ${what}`);
      return found;
    });
  }

  /** The path of the element's commands. */
  async #element(state: State): Promise<string> {
    const { element } = await this.#wait(state);
    return `element/${(element as Record<string, string> | null)?.[ELEMENT]}`;
  }

  /**
   * Presses its middle: WebDriver's own click calls elements covered that have a pseudo-element of the page's size. Presses again
   * where the element has moved away meanwhile, as when data arrives above it.
   */
  async click(): Promise<void> {
    const press = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    for (let isHit = false; !isHit; ) {
      const { point, element } = await this.#wait("ready");
      await this.#page.run(
        (pressed: Element) => {
          const { dataset } = document.documentElement;
          dataset["pressed"] = "no";
          pressed.addEventListener("click", () => delete dataset["pressed"], { capture: true, once: true });
        },
        [element],
      );
      await this.#page.act("pointer", [{ type: "pointerMove", duration: 0, ...point }, ...press]);
      isHit = await this.#page.run(() => document.documentElement.dataset["pressed"] === undefined, []);
    }
  }

  async fill(text: string): Promise<void> {
    const element = await this.#element("ready");
    await this.#page.run(
      (field: HTMLInputElement) => {
        field.focus();
        field.select?.();
      },
      [{ [ELEMENT]: element.replace("element/", "") }],
    );
    if (text === "") await this.#page.keyboard.press("Backspace");
    else await this.#page.send(`${element}/value`, { text: text.replaceAll("\n", KEYS["Enter"] ?? "") });
  }

  async selectOption(value: string): Promise<void> {
    await this.#element("ready");
    const option = new Located(this.#page, [...this.#steps, { by: "css", css: `option[value="${value}"]` }]);
    await this.#page.send(`${await option.#element("there")}/click`, {});
  }

  async setInputFiles(path: string): Promise<void> {
    await this.#page.send(`${await this.#element("there")}/value`, { text: path });
  }

  async waitFor({ state }: { state: "visible" | "hidden" } = { state: "visible" }): Promise<void> {
    await this.#wait(state);
  }

  async inputValue(): Promise<string> {
    return (await this.#wait("there")).value;
  }

  async count(): Promise<number> {
    return (await this.#page.find(this.#steps)).count;
  }
}

/** A page of a session. */
export class WebKitPage implements EnginePage {
  readonly send: Send;
  readonly #base: string;

  constructor(send: Send, base: string) {
    this.send = send;
    this.#base = base;
  }

  readonly #finder: () => Target = () => new Located(this, []);
  getByRole: Finder["getByRole"] = (...how) => this.#finder().getByRole(...how);
  getByLabel: Finder["getByLabel"] = (...how) => this.#finder().getByLabel(...how);
  getByText: Finder["getByText"] = (...how) => this.#finder().getByText(...how);
  locator: Finder["locator"] = (css) => this.#finder().locator(css);

  readonly keyboard = {
    /** Presses a key, with others held before it, such as `Shift+Tab`. */
    press: async (key: string): Promise<void> => {
      const keys = key
        .replace("ControlOrMeta", "Control")
        .split("+")
        .map((each) => KEYS[each] ?? each);
      const down = keys.map((value) => ({ type: "keyDown", value }));
      const up = keys.toReversed().map((value) => ({ type: "keyUp", value }));
      await this.act("key", [...down, ...up]);
    },
    type: async (text: string): Promise<void> => {
      await this.act(
        "key",
        [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))),
      );
    },
  };

  async act(type: "key" | "pointer", actions: object[]): Promise<void> {
    await this.send("actions", { actions: [{ type, id: type, actions }] });
  }

  /** Calls a function in the page; it cannot use variables outside of it. */
  async run<Result>(call: (...args: never[]) => Result | Promise<Result>, args: unknown[]): Promise<Result> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${call})(...[...arguments].slice(0, -1))).then((is) => done({ is }), (error) => done({ error: String(error) }));`;
    const answer = await this.send<{ is: Result; error?: string }>("execute/async", { script, args });
    if (answer.error) throw new Error(answer.error);
    return answer.is;
  }

  evaluate<Result>(read: () => Result | Promise<Result>): Promise<Result> {
    return this.run(read, []);
  }

  async find(steps: readonly Step[]): Promise<Found> {
    for (;;) {
      const found = await this.run(findInPage, [steps]);
      if (found) return found;
      await this.send("execute/sync", { script: AXE, args: [] });
    }
  }

  async goto(address: string): Promise<void> {
    await this.send("url", { url: new URL(address, this.#base).href });
  }

  async reload(): Promise<void> {
    await this.send("refresh", {});
  }

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    await this.send("window/rect", { x: 0, y: 0, ...size });
    const frame = await this.run(() => ({ width: innerWidth, height: innerHeight }), []);
    const [width, height] = [2 * size.width - frame.width, 2 * size.height - frame.height];
    await this.send("window/rect", { x: 0, y: 0, width, height });
  }

  async screenshot({ path }: { path: string }): Promise<void> {
    writeFileSync(path, Buffer.from(await this.send<string>("screenshot", null, "GET"), "base64"));
  }
}
