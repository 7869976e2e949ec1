import { defineAudit, readBy } from "../../lib/audit.ts";
import { YOUR_ACCOUNT } from "../../lib/notice-text.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Sentences } from "../../lib/validation.ts";
import { OPENS_PROSPECT } from "../prospects/index.ts";

const privately = readBy("private");
const forAdmins = readBy("admin.users");

export const authAudit = defineAudit({
  "user.registered": readBy("prospects.read", OPENS_PROSPECT)(
    "{actor} created an account",
    "{actor} oprettede en konto",
  ),
  "user.added": forAdmins("{actor} added the user {subject}", "{actor} tilføjede brugeren {subject}"),
  "user.password_set": forAdmins(
    "{actor} chose a password with a link",
    "{actor} valgte en adgangskode via et link",
  ),
  "user.password_changed": privately("{actor} changed their password", "{actor} skiftede sin adgangskode"),
  "user.password_added": privately("{actor} set a password", "{actor} valgte en adgangskode"),
  "user.discord_linked": forAdmins(
    "{actor} linked a Discord account",
    "{actor} tilknyttede en Discord-konto",
  ),
  "user.discord_unlinked": forAdmins(
    "{actor} unlinked their Discord account",
    "{actor} fjernede sin Discord-konto",
  ),
  "user.left": forAdmins("{actor} deleted their account", "{actor} slettede sin konto"),
  "user.deleted": forAdmins("{actor} deleted the user {subject}", "{actor} slettede brugeren {subject}"),
  "user.confirmed": privately("{actor} confirmed who they are", "{actor} bekræftede, hvem vedkommende er"),
  "user.signed_in": privately("{actor} signed in", "{actor} loggede ind"),
});

export const authNotices = defineNotices(YOUR_ACCOUNT, {
  "auth.discord_linked": {
    title: { en: "A Discord account is linked", da: "En Discord-konto er tilknyttet" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "A Discord account was linked to your account: it signs you in. If that was not you, change your password, unlink it and tell an administrator.",
    da: "En Discord-konto blev tilknyttet din konto: den logger dig ind. Var det ikke dig, så skift din adgangskode, fjern tilknytningen, og sig det til en administrator.",
  },
  "auth.discord_unlinked": {
    title: { en: "Your Discord account is unlinked", da: "Din Discord-konto er ikke længere tilknyttet" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "The Discord account of your account was unlinked and your other sessions ended. If that was not you, change your password.",
    da: "Din kontos Discord-konto er ikke længere tilknyttet, og dine andre sessioner blev afsluttet. Var det ikke dig, så skift din adgangskode.",
  },
  "auth.attempts": {
    title: { en: "Wrong passwords for your account", da: "Forkerte adgangskoder til din konto" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "{count|wrong password was|wrong passwords were} tried for your account within an hour, the last from {where}. If that was not you, choose a long password that you use nowhere else.",
    da: "Der blev prøvet {count|forkert adgangskode|forkerte adgangskoder} på din konto inden for en time, senest fra {where}. Var det ikke dig, så vælg en lang adgangskode, som du ikke bruger andre steder.",
  },
  "auth.new_device": {
    title: { en: "A sign-in on a new device", da: "Et login fra en ny enhed" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "New sign-in to your account on a new device: {device}, {where}. If that was not you, change your password, which ends all other sessions.",
    da: "Nyt login på din konto fra en ny enhed: {device}, {where}. Var det ikke dig, så skift din adgangskode; det afslutter alle andre sessioner.",
  },
  "auth.password": {
    title: { en: "Your password is changed", da: "Din adgangskode er skiftet" },
    isSafety: true,
    opens: { page: "/account/security" },
    en: "Your password was changed and your other sessions ended. If that was not you, ask an administrator for a link to choose a new one.",
    da: "Din adgangskode blev skiftet, og dine andre sessioner blev afsluttet. Var det ikke dig, så bed en administrator om et link til at vælge en ny.",
  },
});

export const authSentences = {
  username_short: {
    en: "Username must be at least {n} characters",
    da: "Brugernavnet skal være på mindst {n} tegn",
  },
  username_letters: {
    en: "Only letters, numbers, spaces, dots, dashes and underscores",
    da: "Kun bogstaver, tal, mellemrum, punktum, bindestreg og understreg",
  },
  password_short: {
    en: "Password must be at least {n} characters",
    da: "Adgangskoden skal være på mindst {n} tegn",
  },
} satisfies Sentences;
