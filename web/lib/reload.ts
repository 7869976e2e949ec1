import { privateStorage } from "./private-storage.ts";

const keepers = new Set<() => void>();

/** Calls `keep` before {@link reloadPage} loads the page anew, until the answer is called. */
export function beforeReload(keep: () => void): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** Loads the page anew, after what was typed into it has been kept. */
export function reloadPage(): void {
  for (const keep of keepers) keep();
  privateStorage.carry();
  location.reload();
}
