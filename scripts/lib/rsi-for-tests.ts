import { startEmulatorProcess } from "./emulator.ts";
import { endAll } from "./lifetime.ts";

/** Starts the emulated RSI for a run of the worker's tests, which reach it by its address alone. */
export default async function setup(project: {
  provide: (key: never, value: never) => void;
}): Promise<() => Promise<void>> {
  const provide = project.provide as (key: string, value: string) => void;
  provide("rsiUrl", await startEmulatorProcess({}, undefined, "rsi"));
  return endAll;
}
