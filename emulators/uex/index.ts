import type { AddressInfo } from "node:net";
import { newState, type RecordedRequest } from "./control.ts";
import type { FaultInput } from "./faults.ts";
import { createUexServer } from "./server.ts";
import type { Row } from "./vehicles.ts";

export type { RecordedRequest } from "./control.ts";
export type { FaultInput, FaultMode } from "./faults.ts";

export interface UexEmulator {
  url: string;
  /** Base of the API, for UEX_API_URL. */
  apiUrl: string;
  /** Base of the photos, for UEX_PHOTO_URL. */
  photoUrl: string;
  /** The list as it is answered. */
  rows: () => readonly Row[];
  requests: readonly RecordedRequest[];
  fail: (fault: FaultInput) => void;
  clearFailures: () => void;
  close: () => Promise<void>;
}

/** Starts an emulator on the loopback interface and resolves when it listens; port 0 takes any free one. */
export async function startUex(
  options: { port?: number; controlSecret?: string } = {},
): Promise<UexEmulator> {
  const { port = 8791, controlSecret } = options;
  const state = newState(controlSecret);
  const server = createUexServer(state);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    apiUrl: `${url}/2.0`,
    photoUrl: `${url}/photos`,
    rows: () => state.rows,
    requests: state.requests,
    fail: (fault) => state.faults.add(fault),
    clearFailures: () => state.faults.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
