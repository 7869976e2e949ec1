import { announcementTitle } from "../../lib/announcements.ts";
import { defineAudit, readBy } from "../../lib/audit.ts";
import type { Text } from "../../lib/commands/command.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { MOST_TRIES, MOST_WEBHOOKS, WEBHOOK_STATES, type WebhookState } from "./webhooks.schema.ts";

const PAGE = "/admin?tab=programs&webhook={id}";
const forAdmins = readBy("admin.system", { page: PAGE, needs: "admin.users" });

const STATES: Record<WebhookState, { en: string; da: string }> = {
  active: { en: "active", da: "aktiv" },
  paused: { en: "paused", da: "på pause" },
  off: { en: "off", da: "slået fra" },
};

const GONE = { en: "a kind that is gone", da: "en type, der ikke findes mere" };

/** The titles of a list of kinds. */
const titlesOf = (kinds: string, language: Language) =>
  kinds
    .split(", ")
    .map((kind) => announcementTitle(kind, language) ?? GONE[language])
    .join("; ");

/** The entries name only the host: the rest of an address may be a secret. */
export const webhookAudit = defineAudit(
  {
    "webhook.added": forAdmins(
      "{actor} added the webhook {subject}",
      "{actor} tilføjede webhooken {subject}",
    ),
    "webhook.changed": forAdmins(
      "{actor} changed the webhook {subject}",
      "{actor} ændrede webhooken {subject}",
    ),
    "webhook.secret": forAdmins(
      "{actor} replaced the secret of the webhook {subject}",
      "{actor} udskiftede hemmeligheden for webhooken {subject}",
    ),
    "webhook.deleted": readBy("admin.system")(
      "{actor} deleted the webhook {subject}",
      "{actor} slettede webhooken {subject}",
    ),
    "webhook.stopped": forAdmins(
      "The webhook {subject} was stopped, since its address does not take messages",
      "Webhooken {subject} blev stoppet, fordi dens adresse ikke modtager beskeder",
    ),
  },
  {
    fields: {
      Name: { en: "Name", da: "Navn" },
      Host: { en: "Host", da: "Vært" },
      Kinds: { en: "Kinds of message", da: "Beskedtyper" },
      State: { en: "State", da: "Tilstand" },
      host: { en: "Host", da: "Vært" },
      kinds: { en: "Kinds of message", da: "Beskedtyper" },
    },
    detailText: (name, value, language) =>
      /kinds$/i.test(name)
        ? titlesOf(value, language)
        : name.endsWith("State")
          ? (STATES[WEBHOOK_STATES.find((each) => each === value) ?? "off"][language] ?? null)
          : null,
  },
);

const toAdministrators = (title: Text, en: string, da: string) =>
  ({ title, to: "admin.system", opens: { page: PAGE, needs: "admin.users" }, en, da }) as const;

export const webhookNotices = defineNotices(
  { en: "Webhooks", da: "Webhooks" },
  {
    "webhook.failing": toAdministrators(
      { en: "A webhook is paused after failures", da: "En webhook sættes på pause efter fejl" },
      `The webhook {name} is paused: one message failed ${MOST_TRIES} times. Resume it when its address works again.`,
      `Webhooken {name} er sat på pause: en besked fejlede ${MOST_TRIES} gange. Genoptag den, når dens adresse virker igen.`,
    ),
    "webhook.gone": toAdministrators(
      { en: "The address of a webhook is gone", da: "En webhooks adresse findes ikke mere" },
      "The webhook {name} is off: its address says that it is gone.",
      "Webhooken {name} er slået fra: dens adresse siger, at den er væk.",
    ),
  },
);

export const webhookErrors = defineErrors({
  webhooks_most: problem(409)(
    `There are ${MOST_WEBHOOKS} webhooks, the most there can be. Delete one first.`,
    `Der er ${MOST_WEBHOOKS} webhooks, og flere kan der ikke være. Slet først en.`,
  ),
  webhook_stopped: problem(409)(
    "The webhook {name} sends nothing now. Resume it first.",
    "Webhooken {name} sender intet nu. Genoptag den først.",
  ),
});

export const webhookSentences = {
  webhook_address: {
    en: "Enter an https address on the internet, such as https://example.org/hook, without a user name",
    da: "Angiv en https-adresse på internettet, for eksempel https://example.org/hook, uden brugernavn",
  },
  webhook_kind: {
    en: "Choose among the kinds of message that there are",
    da: "Vælg blandt de beskedtyper, der findes",
  },
} satisfies Sentences;
