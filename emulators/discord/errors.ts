/** One problem of one field in an "Invalid Form Body" answer. */
export interface FieldError {
  code: string;
  message: string;
}

/** Field errors, nested like the body: objects by key, lists by index, the errors themselves under `_errors`. */
export interface FormErrors {
  [field: string]: FormErrors | FieldError[];
}

/** An answer in the form of Discord's errors, thrown by a route. */
export class DiscordError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: FormErrors | undefined;

  constructor(status: number, code: number, message: string, errors?: FormErrors) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** Returns the JSON body; `errors` only for form errors. */
  body(): { message: string; code: number; errors?: FormErrors } {
    return { message: this.message, code: this.code, ...(this.errors ? { errors: this.errors } : {}) };
  }
}

const named = (status: number, code: number, message: string) => () =>
  new DiscordError(status, code, message);

/** Discord's errors by name, from its page on opcodes and status codes. */
export const errors = {
  unauthorized: named(401, 0, "401: Unauthorized"),
  notFound: named(404, 0, "404: Not Found"),
  methodNotAllowed: named(405, 0, "405: Method Not Allowed"),
  unknownChannel: named(404, 10003, "Unknown Channel"),
  unknownGuild: named(404, 10004, "Unknown Guild"),
  unknownMember: named(404, 10007, "Unknown Member"),
  unknownMessage: named(404, 10008, "Unknown Message"),
  unknownRole: named(404, 10011, "Unknown Role"),
  unknownUser: named(404, 10013, "Unknown User"),
  unknownWebhook: named(404, 10015, "Unknown Webhook"),
  unknownInteraction: named(404, 10062, "Unknown interaction"),
  unknownCommand: named(404, 10063, "Unknown application command"),
  unknownScheduledEvent: named(404, 10070, "Unknown Guild Scheduled Event"),
  tooManyScheduledEvents: named(
    400,
    30038,
    "Maximum number of uncompleted guild scheduled events reached (100)",
  ),
  tooManyCommands: named(400, 30032, "Maximum number of application commands reached (100)"),
  tooManyCreates: named(400, 30034, "Max number of daily application command creates has been reached (200)"),
  alreadyAcknowledged: named(400, 40060, "Interaction has already been acknowledged."),
  tooManyFollowUps: named(400, 40094, "This interaction has hit the maximum number of follow up messages"),
  inForum: named(400, 40058, "Cannot send a message in a forum channel"),
  missingAccess: named(403, 50001, "Missing Access"),
  notInPrivate: named(403, 50003, "Cannot execute action on a DM channel"),
  otherAuthor: named(403, 50005, "Cannot edit a message authored by another user"),
  emptyMessage: named(400, 50006, "Cannot send an empty message"),
  notReceived: named(403, 50007, "Cannot send messages to this user"),
  noMutualGuild: named(403, 50278, "Cannot send messages to this user due to having no mutual guilds"),
  notText: named(400, 50008, "Cannot send messages in a non-text channel"),
  missingPermissions: named(403, 50013, "Missing Permissions"),
  wrongChannelType: named(400, 50024, "Cannot execute action on this channel type"),
  invalidWebhookToken: named(401, 50027, "Invalid Webhook Token"),
  invalidRecipient: named(400, 50033, "Invalid Recipient(s)"),
  invalidVersion: named(400, 50041, "Invalid API version specified"),
  malformedBody: named(400, 50109, "The request body contains invalid JSON."),
  inArchivedThread: named(
    400,
    50083,
    "Tried to perform an operation on an archived thread, such as editing a message or adding a user to the thread",
  ),
  threadExists: named(400, 160004, "A thread has already been created for this message"),
  threadLocked: named(403, 160005, "Thread is locked"),
  tooManyThreads: named(400, 160006, "Maximum number of active threads reached"),
  finishedEvent: named(400, 180000, "Cannot update a finished event"),
};

export function invalidForm(fields: FormErrors): DiscordError {
  return new DiscordError(400, 50035, "Invalid Form Body", fields);
}

export function invalidField(field: string, code: string, message: string): DiscordError {
  return invalidForm({ [field]: { _errors: [{ code, message }] } });
}
