import { defineAudit, readBy } from "../../lib/audit.ts";
import { YOUR_ACCOUNT } from "../../lib/notice-text.ts";
import { defineNotices } from "../../lib/notify.ts";

const privately = readBy("private");

export const factorAudit = defineAudit({
  "user.authenticator_added": privately(
    "{actor} added an authenticator app",
    "{actor} tilføjede en godkendelsesapp",
  ),
  "user.authenticator_removed": privately(
    "{actor} removed their authenticator app",
    "{actor} fjernede sin godkendelsesapp",
  ),
  "user.passkey_added": privately(
    "{actor} added the passkey {passkey}",
    "{actor} tilføjede adgangsnøglen {passkey}",
  ),
  "user.passkey_removed": privately(
    "{actor} removed the passkey {passkey}",
    "{actor} fjernede adgangsnøglen {passkey}",
  ),
  "user.recovery_codes_made": privately(
    "{actor} made new recovery codes",
    "{actor} lavede nye gendannelseskoder",
  ),
  "member.second_factor_removed": readBy("admin.users")(
    "{actor} removed the second step of {subject}",
    "{actor} fjernede det andet trin for {subject}",
  ),
});

const opens = { page: "/account/security" };

export const factorNotices = defineNotices(YOUR_ACCOUNT, {
  authenticator_added: {
    title: { en: "An authenticator app is added", da: "En godkendelsesapp er tilføjet" },
    isSafety: true,
    opens,
    en: "An authenticator app was added to your account. Your other sessions that were signed in with a password alone have ended. If that was not you, change your password now.",
    da: "En godkendelsesapp blev tilføjet til din konto. Dine andre sessioner, hvor der kun blev brugt adgangskode, er afsluttet. Var det ikke dig, så skift din adgangskode nu.",
  },
  authenticator_removed: {
    title: { en: "Your authenticator app is removed", da: "Din godkendelsesapp er fjernet" },
    isSafety: true,
    opens,
    en: "The authenticator app of your account was removed. If that was not you, change your password now.",
    da: "Godkendelsesappen blev fjernet fra din konto. Var det ikke dig, så skift din adgangskode nu.",
  },
  passkey_added: {
    title: { en: "A passkey is added", da: "En adgangsnøgle er tilføjet" },
    isSafety: true,
    opens,
    en: "The passkey {passkey} was added to your account. Your other sessions that were signed in with a password alone have ended. If that was not you, change your password now.",
    da: "Adgangsnøglen {passkey} blev tilføjet til din konto. Dine andre sessioner, hvor der kun blev brugt adgangskode, er afsluttet. Var det ikke dig, så skift din adgangskode nu.",
  },
  passkey_removed: {
    title: { en: "A passkey is removed", da: "En adgangsnøgle er fjernet" },
    isSafety: true,
    opens,
    en: "The passkey {passkey} of your account was removed. If that was not you, change your password now.",
    da: "Adgangsnøglen {passkey} blev fjernet fra din konto. Var det ikke dig, så skift din adgangskode nu.",
  },
  recovery_codes_made: {
    title: { en: "New recovery codes", da: "Nye gendannelseskoder" },
    isSafety: true,
    opens,
    en: "New recovery codes were made for your account. The old ones no longer work.",
    da: "Der blev lavet nye gendannelseskoder til din konto. De gamle virker ikke længere.",
  },
  recovery_code_used: {
    title: { en: "A recovery code is used", da: "En gendannelseskode er brugt" },
    isSafety: true,
    opens,
    en: "A recovery code was used to sign in to your account: {device}, {where}. Codes left: {left}. If that was not you, change your password now.",
    da: "En gendannelseskode blev brugt til at logge ind på din konto: {device}, {where}. Koder tilbage: {left}. Var det ikke dig, så skift din adgangskode nu.",
  },
  second_factor_guessed: {
    title: { en: "Wrong codes for your account", da: "Forkerte koder til din konto" },
    isSafety: true,
    opens,
    en: "Several wrong codes were entered for your account, after the right password. If that was not you, change your password now.",
    da: "Der blev indtastet flere forkerte koder til din konto efter den rigtige adgangskode. Var det ikke dig, så skift din adgangskode nu.",
  },
  second_factor_reset: {
    title: { en: "Your second step is removed", da: "Dit andet trin er fjernet" },
    isSafety: true,
    opens,
    en: "{by} removed the second step of your sign-in. Your password alone signs you in until you add one again.",
    da: "{by} fjernede det andet trin i dit login. Din adgangskode er nok, til du tilføjer et igen.",
  },
  second_factor_reset_of: {
    title: { en: "A member loses their second step", da: "Et medlem mister sit andet trin" },
    to: "admin.system",
    opens: { page: "/members", needs: "members.read" },
    en: "{by} removed the second step of {name}.",
    da: "{by} fjernede det andet trin for {name}.",
  },
});
