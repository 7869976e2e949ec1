/** Microseconds between two samples, as asked for; what one stands for is measured. */
const SAMPLING_US = 250;

type Usage = { usedSize: number; embedderHeapUsedSize?: number; backingStorageSize?: number };
type Profile = { nodes: { id: number; callFrame: { functionName: string } }[]; samples: number[] };

/** Opens V8's inspector of the isolate of the worker named "worker", without workerd and the database's isolate. */
export async function openIsolate(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/core:user:worker`);
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(`V8's inspector: ${error.message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("V8's inspector cannot be reached.")));
  });
  function ask(method: string, params: object = {}): Promise<unknown> {
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  }
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: SAMPLING_US });
  return {
    /** Megabytes of its objects and the bytes of its buffers, which is what Cloudflare limits, with what was not collected yet. */
    async megabytes(): Promise<number> {
      const usage = (await ask("Runtime.getHeapUsage")) as Usage;
      const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage;
      return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1_000_000;
    },
    /**
     * Answers how many samples of the profiler were taken while `work` ran. It takes one only while the isolate runs, its
     * garbage collector and what it calls natively included: not while workerd waits, sends or receives.
     */
    async sample(work: () => Promise<unknown>): Promise<number> {
      await ask("Profiler.start");
      await work();
      const { profile } = (await ask("Profiler.stop")) as { profile: Profile };
      const idle = profile.nodes.find(({ callFrame }) => callFrame.functionName === "(idle)")?.id;
      return profile.samples.filter((sample) => sample !== idle).length;
    },
    close: () => socket.close(),
  };
}
