declare global {
  /** Defined by `first.js`: starts the service worker, or finds it running. */
  function startWorker(): Promise<ServiceWorkerRegistration>;
}

/**
 * The state of push in this browser: `home` where it has to be put on the home screen first, `blocked` where it refuses to show
 * notifications, `lost` where it has no subscription by the server's key any more.
 */
export type BrowserState = "unsupported" | "home" | "blocked" | "lost" | "ready";

type Browser = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/** Whether it is an iPhone or iPad; the latter's browser says that it is a Mac. */
const isByApple = ({ userAgent, maxTouchPoints }: Browser): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);

const hasPush = (): boolean =>
  ["Notification", "PushManager"].every((name) => name in globalThis) && "serviceWorker" in navigator;

/** Returns the state of a browser without push. */
export const withoutPush = (browser: Browser): "home" | "unsupported" =>
  isByApple(browser) ? "home" : "unsupported";

const base64url = (bytes: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const subscriptionOf = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** @param publicKey the server's */
export async function readBrowser(publicKey: string): Promise<BrowserState> {
  if (!hasPush()) return withoutPush(navigator);
  if (Notification.permission === "denied") return "blocked";
  const subscription = await subscriptionOf();
  const isOurs = base64url(subscription?.options.applicationServerKey) === publicKey;
  return isOurs && Notification.permission === "granted" ? "ready" : "lost";
}

/**
 * Subscribes anew, after asking the reader where the browser has not yet.
 * @returns null where the reader did not allow it. @throws DOMException of the browser's push service
 */
export async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await startWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that another account made here, or by another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

export const unsubscribe = async (): Promise<unknown> => (await subscriptionOf())?.unsubscribe();

/** Calls `tell` when the reader changes in the browser whether notifications may be shown. */
export function onPermission(tell: () => void): () => void {
  let status: PermissionStatus | null = null;
  let isOver = false;
  const query = async () => {
    status = (await navigator.permissions?.query({ name: "notifications" })) ?? null;
    if (!isOver) status?.addEventListener("change", tell);
  };
  query().catch(() => undefined);
  return () => {
    isOver = true;
    status?.removeEventListener("change", tell);
  };
}
