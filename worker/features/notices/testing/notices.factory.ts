import { raw, settings } from "../../../testing/world.ts";
import { askedOfGateway, gateway } from "../../bots/testing/bots.factory.ts";

/** Settings of a deployment with a mail service, which the scripted server beside the tests emulates. */
export const MAIL = {
  MAIL_API_URL: `${settings().BOT_GATEWAY_URL}/emails`,
  MAIL_API_TOKEN: "planted-mail-token",
  MAIL_FROM: "Command Centre <no-reply@command.example>",
};

/** Sets the mail service's answer to the next requests; without one it accepts them. */
export const mailAnswers = (values: object = { mode: "body", status: 200, body: { id: "1" }, times: 100 }) =>
  gateway("script", { path: "POST /emails", ...values });

/** Requests to the mail service since the gateway was reset. */
export const mailsAsked = async () => (await askedOfGateway()).filter(({ path }) => path === "POST /emails");

/** Switches e-mail notifications of organization 1 on or off. */
export const switchMail = (on: boolean) =>
  raw.DB.prepare(
    `insert or replace into organization_settings (organization_id, setting_key, setting_value, updated_at)
     values (1, 'email_notifications', ?, '')`,
  )
    .bind(on ? 1 : 0)
    .run();

export const giveAddress = ({ userId }: { userId: number }, address: string | null) =>
  raw.DB.prepare("update users set email = ? where id = ?").bind(address, userId).run();
