import useSWR, { mutate } from "swr";
import type { PushDevice, PushState, TestResult } from "../../../worker/features/push/push.schema.ts";
import { ApiError, request } from "../../lib/api.ts";
import { type BrowserState, readBrowser, subscribe, unsubscribe } from "./browser.ts";

const PUSH = "/api/push";
const DEVICES = `${PUSH}/subscriptions`;

export type Push = PushState & { browser: BrowserState };

async function remove({ id }: PushDevice): Promise<void> {
  await request(`${DEVICES}/${id}`, { method: "DELETE" }).catch((failure: unknown) => {
    // It has ended elsewhere already.
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure;
  });
}

/** Reads what server and browser know, and reports to the server that the browser has lost push. */
async function readPush(): Promise<Push> {
  const state = await request<PushState>(PUSH);
  const browser = state.publicKey === null ? "unsupported" : await readBrowser(state.publicKey);
  const current = state.devices.find(({ isCurrent }) => isCurrent);
  if (!current || browser === "ready") return { ...state, browser };
  await remove(current);
  return { ...state, browser, devices: state.devices.filter((each) => each !== current) };
}

export const usePush = () => useSWR<Push>(PUSH, readPush, { revalidateIfStale: true });

export const readPushAgain = () => mutate(PUSH);

/** @returns whether the reader allowed it. @throws ApiError, DOMException */
export async function turnOn(publicKey: string): Promise<boolean> {
  const subscription = await subscribe(publicKey);
  try {
    if (subscription) {
      const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
      await request(DEVICES, { method: "POST", body: { endpoint, keys: { p256dh, auth } } });
    }
  } catch (error) {
    await subscription?.unsubscribe();
    throw error;
  } finally {
    await readPushAgain();
  }
  return subscription !== null;
}

/** @throws ApiError */
export async function turnOff(device: PushDevice): Promise<void> {
  await remove(device);
  if (device.isCurrent) await unsubscribe();
  await readPushAgain();
}

/** Sends a message to each device, and drops gone devices from the list. @throws ApiError */
export async function sendTest(): Promise<TestResult> {
  const result = await request<TestResult>(`${PUSH}/test`, { method: "POST" });
  await readPushAgain();
  return result;
}
