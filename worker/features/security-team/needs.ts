import { type SQL, sql } from "drizzle-orm";
import { addDays, dayOf } from "../../lib/days.ts";
import { NEED_LIMIT, type Need, type NeedContext } from "../../lib/needs.ts";
import { contractApplications } from "../applications/index.ts";
import { users } from "../users/index.ts";
import { REMIND_DAYS, REVIEWS } from "./security-team.schema.ts";
import { securityMessages, securityReviews, securityStates, securityTrials } from "./security-team.table.ts";

const DETAILS = sql`json_object('id', a.id, 'name', u.display_name) as details`;

/** SQL query: others' pending applications that do not wait for their applicant, of a condition on `a`, the oldest first. */
const pending = ({ actor }: NeedContext, which: SQL): SQL =>
  sql`select ${DETAILS}, a.created_at as since, null as due_at
    from (select id, user_id, created_at from ${contractApplications}
        where kind = 'security' and status = 'pending' and organization_id = ${actor.organizationId}
        order by id limit ${NEED_LIMIT}) a
      cross join ${users} u on u.id = a.user_id
    where a.user_id <> ${actor.userId}
      and not exists (select 1 from ${securityStates} s where s.id = a.id and s.held_at is not null) and ${which}
    order by a.id`;

/** SQL value of an application `a`: of its reviews. Those that are sealed have no verdict, and count for their author alone. */
const ofReviews = (value: SQL): SQL =>
  sql`(select ${value} from ${securityReviews} where application_id = a.id)`;
const IS_AGREED = sql`max(total(verdict = 'decline'), total(verdict <> 'decline')) >= ${REVIEWS}`;

/** SQL value of an application `a`: the author of the newest message in its thread; null where that was removed. */
const lastAuthor = sql`(select iif(removed_by is null, author_id, null) from ${securityMessages}
  where application_id = a.id and not is_note order by id desc limit 1)`;

/** SQL query: the actor's own pending application, of a condition on `a` and its state `s`. */
const own = ({ actor }: NeedContext, which: SQL): SQL =>
  sql`select json_object('id', a.id, 'reason', s.hold_reason) as details, s.held_at as since, null as due_at
    from ${contractApplications} a left join ${securityStates} s on s.id = a.id
    where a.user_id = ${actor.userId} and a.status = 'pending' and a.kind = 'security' and ${which}`;

const page = {
  opens: "/organization?tab=security&application={id}",
  opensMany: "/organization?tab=security",
} as const;
const reviewer = { ...page, to: "security.review" } as const;
const applicant = { ...page, to: "security.view", openLabel: { en: "Answer", da: "Svar" } } as const;
const first = { en: "First {name}", da: "Først {name}" };

export const securityNeeds: readonly Need[] = [
  {
    ...reviewer,
    kind: "security.review",
    // Whether somebody else has written the first review shows nowhere here.
    select: (context) =>
      pending(context, ofReviews(sql`total(reviewer_id = ${context.actor.userId}) = 0 and not ${IS_AGREED}`)),
    one: {
      en: "{name} applied for the Security Team and waits for your review.",
      da: "{name} har søgt sikkerhedsholdet og venter på din vurdering.",
    },
    many: {
      en: "{count|application waits|applications wait} for your review",
      da: "{count|ansøgning|ansøgninger} venter på din vurdering",
    },
    first,
    openLabel: { en: "Review", da: "Vurder" },
  },
  {
    ...reviewer,
    kind: "security.decide",
    select: (context) => pending(context, ofReviews(IS_AGREED)),
    one: {
      en: "The application of {name} for the Security Team is ready to decide.",
      da: "Ansøgningen fra {name} til sikkerhedsholdet er klar til en afgørelse.",
    },
    many: {
      en: "{count|application is|applications are} ready to decide",
      da: "{count|ansøgning|ansøgninger} er klar til en afgørelse",
    },
    first,
    openLabel: { en: "Decide", da: "Afgør" },
  },
  {
    ...reviewer,
    kind: "security.message",
    select: (context) => pending(context, sql`a.user_id = ${lastAuthor}`),
    one: {
      en: "{name} wrote about the application for the Security Team.",
      da: "{name} har skrevet om ansøgningen til sikkerhedsholdet.",
    },
    many: {
      en: "{count|applicant waits|applicants wait} for an answer",
      da: "{count|ansøger|ansøgere} venter på svar",
    },
    first,
    openLabel: { en: "Answer", da: "Svar" },
  },
  {
    ...reviewer,
    kind: "security.trial",
    select: ({
      actor,
      now,
    }) => sql`select json_object('id', t.application_id, 'trialId', t.id, 'version', t.version,
          'name', u.display_name, 'endsOn', t.ends_on) as details, t.updated_at as since, t.ends_on as due_at
      from ${securityTrials} t cross join ${users} u on u.id = t.user_id
      where t.organization_id = ${actor.organizationId} and t.outcome is null
        and t.ends_on <= ${addDays(dayOf(now), REMIND_DAYS)} and t.user_id <> ${actor.userId}
      order by t.ends_on`,
    one: {
      en: "The trial of {name} in the Security Team ends on {endsOn}.",
      da: "Prøvetiden for {name} på sikkerhedsholdet slutter {endsOn}.",
    },
    many: {
      en: "{count|trial ends|trials end} within a week",
      da: "{count|prøvetid|prøvetider} slutter inden for en uge",
    },
    first: { en: "First {name}, on {endsOn}", da: "Først {name}, {endsOn}" },
    openLabel: { en: "Decide", da: "Afgør" },
    acts: [
      {
        label: { en: "Keep in the team", da: "Behold på holdet" },
        method: "PATCH",
        path: "/api/security-trials/{trialId}",
        body: ({ version }) => ({ outcome: "confirm", version }),
      },
    ],
  },
  {
    ...applicant,
    kind: "security.held",
    select: (context) => own(context, sql`s.held_at is not null`),
    one: {
      en: "Your application for the Security Team waits for your answer: “{reason}”.",
      da: "Din ansøgning til sikkerhedsholdet venter på dit svar: “{reason}”.",
    },
    many: {
      en: "{count|application waits|applications wait} for you",
      da: "{count|ansøgning|ansøgninger} venter på dig",
    },
  },
  {
    ...applicant,
    kind: "security.question",
    select: (context) => own(context, sql`s.held_at is null and ${lastAuthor} <> a.user_id`),
    one: {
      en: "You have a message about your application for the Security Team.",
      da: "Du har en besked om din ansøgning til sikkerhedsholdet.",
    },
    many: { en: "{count|message waits|messages wait} for you", da: "{count|besked|beskeder} venter på dig" },
  },
];
