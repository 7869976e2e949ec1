import type { UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { contextOf, idParameter, type RequestContext } from "../../lib/http/app.ts";

/** The verb context of the owner of the hangar that a path names. @throws AppError not_found for another user's hangar */
export function ownerOf(c: RequestContext): UserContext {
  const context = contextOf(c);
  if (idParameter(c, "userId") !== context.actor.userId) throw errors.not_found();
  return context;
}
