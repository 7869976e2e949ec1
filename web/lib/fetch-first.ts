import { whileLeaving } from "./connection.ts";

/** A script that the server no longer has, because a newer version of the product took its place. */
export class ScriptGone extends Error {}

/** Scripts that are in the browser's cache or on the way there; those of the first page are loaded by `first.js`. */
const fetched = new Map<string, Promise<void>>(
  Array.from(
    globalThis.document?.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]") ?? [],
    ({ href }) => [new URL(href).pathname.slice(1), Promise.resolve()],
  ),
);

async function fetchScript(file: string): Promise<void> {
  const answer = await fetch(`/${file}`);
  const isScript = answer.headers.get("Content-Type")?.includes("javascript");
  if (answer.status === 404 || (answer.ok && !isScript)) throw new ScriptGone(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  // Only an answer that was read to its end is in the cache.
  await answer.arrayBuffer();
}

/**
 * Imports a script by `load` once the script and everything that it imports are in the browser's cache. Browsers keep a
 * failed import, and a failed `modulepreload`, as failed for as long as the page is open; a failed fetch can be repeated.
 * The build puts this around every `import()`, with the files that it needs.
 * @throws ScriptGone, TypeError without an answer, Error for any other answer than the script
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  for (const file of files.filter((each) => !fetched.has(each))) {
    const fetching = fetchScript(file);
    fetched.set(file, fetching);
    fetching.catch(() => fetched.delete(file));
  }
  try {
    await Promise.all(files.map((file) => fetched.get(file)));
    return await load();
  } catch (error) {
    await whileLeaving();
    throw error;
  }
}
