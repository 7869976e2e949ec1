type Usage = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number };

/**
 * Opens the heap of the isolate of the worker named "worker" by workerd's inspector: its objects and the bytes of its
 * buffers, which is what Cloudflare limits. The database and what workerd itself sends and receives are none of it.
 */
export async function openHeap(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/core:user:worker`);
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("V8's inspector cannot be reached.")));
  });
  let last = 0;
  const ask = (method: string): Promise<unknown> => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  };
  return {
    /** Megabytes in use, with what was not collected yet. */
    async megabytes(): Promise<number> {
      const {
        usedSize,
        embedderHeapUsedSize = 0,
        backingStorageSize = 0,
      } = (await ask("Runtime.getHeapUsage")) as Usage;
      return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1_000_000;
    },
    /** Collects what nothing holds any more. */
    collect: () => ask("HeapProfiler.collectGarbage"),
    close: () => socket.close(),
  };
}
