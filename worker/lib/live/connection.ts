import type { Reader } from "./announce.ts";
import { LIVE_CLOSE, type LiveMessage } from "./live.schema.ts";

export const MINUTE_MS = 60_000;

/** What is kept with a connection while the hub sleeps; at most 2 kB. */
export type Attachment = {
  organizationId: number;
  reader: Reader;
  /** Milliseconds since 1970. */
  openedAt: number;
  /** It has had its first hello. */
  greeted: boolean;
  /** The bot whose log it shows. */
  watches: number | null;
  /** What it said in the running minute. */
  heard: { since: number; count: number };
};

export const attachmentOf = (socket: WebSocket): Attachment => socket.deserializeAttachment() as Attachment;
export const attach = (socket: WebSocket, attachment: Attachment): void =>
  socket.serializeAttachment(attachment);

/** Whether it can still be spoken to: one that is closing is still listed. */
export const isOpen = (socket: WebSocket): boolean => socket.readyState === WebSocket.OPEN;

/** Counts one more message of the running minute. */
export function heardMore(attachment: Attachment): Attachment {
  const now = Date.now();
  const { since, count } = attachment.heard;
  const heard = now - since < MINUTE_MS ? { since, count: count + 1 } : { since: now, count: 1 };
  return { ...attachment, heard };
}

/** Says something to a page; one that has gone meanwhile does not matter. */
export function say(socket: WebSocket, message: LiveMessage): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    close(socket, LIVE_CLOSE.tryLater);
  }
}

/** Closes a connection; one that is closed already stays so. */
export function close(socket: WebSocket, code: (typeof LIVE_CLOSE)[keyof typeof LIVE_CLOSE]): void {
  try {
    socket.close(code);
  } catch {
    // Closed from the other side.
  }
}
