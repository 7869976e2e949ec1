import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from "node:http";
import { secondsAsked } from "../protocol.ts";

export type PostAnswer = {
  status: number;
  /** How long the answer asks to wait, in milliseconds, or null. */
  retryAfter: number | null;
};

const TIME_LIMIT_MS = 10_000;
const agents = { http: new HttpAgent({ keepAlive: true, maxSockets: 2 }) };

const secure = async () => (await import("node:https")).request;

/**
 * Sends JSON and returns the status; discards the body of the answer and follows no redirect. Rejects when there is
 * no answer within ten seconds.
 */
export async function post(url: URL, body: string, headers: Record<string, string>): Promise<PostAnswer> {
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    ...(url.protocol === "http:" ? { agent: agents.http } : {}),
  };
  const request = url.protocol === "https:" ? await secure() : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const seconds = secondsAsked(response.headers["retry-after"]);
      response.on("error", reject);
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: seconds === null ? null : seconds * 1_000,
        });
      });
      response.resume();
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
