import { Failure } from "../lib/failure.ts";
import { isLoopback } from "../lib/settings.ts";

/** The location of the database of a seeding. */
export type Whereabouts = {
  appUrl: string | undefined;
  /** Whether wrangler.toml binds the deployed database even locally (`remote = true`). */
  isBoundRemotely: boolean;
  /** Whether the deployed database was requested by name. */
  isAskedRemotely: boolean;
};

/**
 * Refuses every database except this machine's own.
 * @throws Failure with the reason why it is not local
 */
export function requireLocal({ appUrl, isBoundRemotely, isAskedRemotely }: Whereabouts): void {
  const advice = "The demo, with its public passwords, is only for a local database";
  if (isAskedRemotely) throw new Failure(`${advice}: it cannot be put into the deployed one.`);
  if (isBoundRemotely)
    throw new Failure(`${advice}, but wrangler.toml binds the deployed one (remote = true).`);
  if (!isLoopback(appUrl)) {
    throw new Failure(
      `${advice}, but APP_URL is ${appUrl || "missing"}: use --no-demo, or an APP_URL on localhost.`,
    );
  }
}
