import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { auditNames } from "../../lib/fields.ts";
import { defineNotices } from "../../lib/notify.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { wishFields } from "./wishes.fields.ts";
import type { Wish, WishStatus } from "./wishes.schema.ts";

export const WISH_STATUS_TEXTS: Record<WishStatus, Record<Language, string>> = {
  pending: { en: "Pending", da: "Afventer" },
  approved: { en: "Approved", da: "Godkendt" },
  in_progress: { en: "In progress", da: "I gang" },
  rejected: { en: "Rejected", da: "Afvist" },
  completed: { en: "Completed", da: "Gennemført" },
};
const PRIORITY_TEXTS: Record<Wish["priority"], Record<Language, string>> = {
  low: { en: "Low", da: "Lav" },
  medium: { en: "Medium", da: "Mellem" },
  high: { en: "High", da: "Høj" },
};
const CATEGORY_TEXTS: Record<Wish["category"], Record<Language, string>> = {
  feature: { en: "Feature", da: "Funktion" },
  equipment: { en: "Equipment", da: "Udstyr" },
  improvement: { en: "Improvement", da: "Forbedring" },
  event: { en: "Event", da: "Begivenhed" },
};
/** The words of the values of fields. */
const WORDS: Record<string, Record<string, Record<Language, string>>> = {
  Status: WISH_STATUS_TEXTS,
  Priority: PRIORITY_TEXTS,
  Category: CATEGORY_TEXTS,
};

/** Entries are about the wish. */
const OPENS = { page: "/organization?tab=wishes&wish={id}", needs: "events.read" } as const;
const forReaders = readBy("events.read", OPENS);
const privately = readBy("private", OPENS);

export const wishAudit = defineAudit(
  {
    "wish.submitted": forReaders(
      "{actor} submitted the wish {subject}",
      "{actor} indsendte ønsket {subject}",
    ),
    "wish.edited": forReaders("{actor} changed the wish {subject}", "{actor} ændrede ønsket {subject}"),
    "wish.deleted": readBy("events.read")(
      "{actor} deleted the wish {subject}",
      "{actor} slettede ønsket {subject}",
    ),
    "wish.decided": forReaders(
      "{actor} set the wish {subject} from {fromStatus} to {toStatus}",
      "{actor} satte ønsket {subject} fra {fromStatus} til {toStatus}",
    ),
    "wish.replied": forReaders(
      "{actor} changed the official reply to the wish {subject}",
      "{actor} ændrede det officielle svar på ønsket {subject}",
    ),
    "wish.merged": forReaders(
      "{actor} merged the wish {subject} into {into}",
      "{actor} slog ønsket {subject} sammen med {into}",
    ),
    "wish.unmerged": forReaders(
      "{actor} separated the wish {subject} from {into} again",
      "{actor} skilte ønsket {subject} fra {into} igen",
    ),
    "wish.event_linked": forReaders(
      "{actor} linked the wish {subject} to an event",
      "{actor} forbandt ønsket {subject} med en begivenhed",
    ),
    "wish.contract_linked": forReaders(
      "{actor} linked the wish {subject} to a contract",
      "{actor} forbandt ønsket {subject} med en kontrakt",
    ),
    "wish.event_unlinked": forReaders(
      "{actor} removed the link from the wish {subject} to an event",
      "{actor} fjernede forbindelsen fra ønsket {subject} til en begivenhed",
    ),
    "wish.contract_unlinked": forReaders(
      "{actor} removed the link from the wish {subject} to a contract",
      "{actor} fjernede forbindelsen fra ønsket {subject} til en kontrakt",
    ),
    "wish.voted": privately("{actor} voted for the wish {subject}", "{actor} stemte på ønsket {subject}"),
    "wish.vote_withdrawn": privately(
      "{actor} withdrew their vote for the wish {subject}",
      "{actor} trak sin stemme på ønsket {subject} tilbage",
    ),
    "wish.voted_for": forReaders(
      "{actor} voted for the wish {subject} on behalf of {name}",
      "{actor} stemte på ønsket {subject} på vegne af {name}",
    ),
    "wish.vote_withdrawn_for": forReaders(
      "{actor} withdrew the vote of {name} for the wish {subject}",
      "{actor} trak {name}s stemme på ønsket {subject} tilbage",
    ),
    "wish.works": privately(
      "{actor} said that the wish {subject} works",
      "{actor} sagde, at ønsket {subject} virker",
    ),
    "wish.fails": privately(
      "{actor} said that the wish {subject} does not work",
      "{actor} sagde, at ønsket {subject} ikke virker",
    ),
    "wish.commented": privately(
      "{actor} commented on the wish {subject}",
      "{actor} kommenterede ønsket {subject}",
    ),
    "wish.comment_edited": privately(
      "{actor} changed a comment on the wish {subject}",
      "{actor} ændrede en kommentar til ønsket {subject}",
    ),
    "wish.comment_deleted": privately(
      "{actor} deleted a comment on the wish {subject}",
      "{actor} slettede en kommentar til ønsket {subject}",
    ),
    "wish.comment_removed": forReaders(
      "{actor} removed a comment of {author} on the wish {subject}: {reason}",
      "{actor} fjernede en kommentar fra {author} til ønsket {subject}: {reason}",
    ),
  },
  {
    fields: { ...auditNames(wishFields), Status: { en: "Status", da: "Status" } },
    detailText: (name, value, language) => WORDS[name.replace(/^(from|to)/, "")]?.[value]?.[language] ?? null,
  },
);

const opens = { page: "/organization?tab=wishes&wish={wishId}", needs: "events.read" } as const;
const notice = (title: Record<Language, string>, en: string, da: string) =>
  ({ title, opens, en, da }) as const;

const GROUP = { en: "Wishes", da: "Ønsker" };

export const wishNotices = defineNotices(GROUP, {
  "wish.pending": notice(
    { en: "A wish is looked at again", da: "Et ønske vurderes igen" },
    "{by} looks at the wish {title} again.",
    "{by} ser på ønsket {title} igen.",
  ),
  "wish.approved": notice(
    { en: "A wish is approved", da: "Et ønske er godkendt" },
    "{by} approved the wish {title}.",
    "{by} godkendte ønsket {title}.",
  ),
  "wish.in_progress": notice(
    { en: "A wish is in progress", da: "Et ønske er i gang" },
    "{by} says that the wish {title} is in progress.",
    "{by} siger, at ønsket {title} er i gang.",
  ),
  "wish.rejected": notice(
    { en: "A wish is rejected", da: "Et ønske er afvist" },
    "{by} rejected the wish {title}.",
    "{by} afviste ønsket {title}.",
  ),
  "wish.completed": notice(
    { en: "A wish is completed", da: "Et ønske er gennemført" },
    "The wish {title} is completed. Does it work? Say so if you voted for it.",
    "Ønsket {title} er gennemført. Virker det? Sig til, hvis du stemte på det.",
  ),
  "wish.merged": notice(
    { en: "Your wish is merged", da: "Dit ønske er slået sammen" },
    "{by} merged your wish {title} into {into}, where its votes and comments count.",
    "{by} slog dit ønske {title} sammen med {into}, hvor stemmer og kommentarer tæller.",
  ),
  "wish.voted_for": notice(
    { en: "Somebody votes on your behalf", da: "Nogen stemmer på dine vegne" },
    "{by} voted for the wish {title} on your behalf.",
    "{by} stemte på ønsket {title} på dine vegne.",
  ),
  "wish.vote_withdrawn_for": notice(
    { en: "Somebody withdraws your vote", da: "Nogen trækker din stemme tilbage" },
    "{by} withdrew your vote for the wish {title}.",
    "{by} trak din stemme på ønsket {title} tilbage.",
  ),
});

export const wishErrors = defineErrors({
  wish_not_yours: problem(403)(
    "Only the author of this wish, or somebody with permission to write events, can do this. Ask one of them.",
    "Kun ønskets forfatter og dem, der må redigere begivenheder, kan gøre det. Spørg en af dem.",
  ),
  wish_answered: problem(409)(
    "This wish is no longer pending. Ask somebody with permission to write events to change it.",
    "Ønsket afventer ikke længere. Bed en, der må redigere begivenheder, om at ændre det.",
  ),
  wish_too_many: problem(409)(
    "You have {most} pending wishes, the most there can be. Delete one, or wait for an answer.",
    "Du har {most} afventende ønsker, og flere kan der ikke være. Slet et, eller vent på svar.",
  ),
  wish_decided: problem(409)(
    "This wish is decided. Its votes stay as they are.",
    "Ønsket er afgjort. Stemmerne bliver, som de er.",
  ),
  wish_member_inactive: problem(409)(
    "Only active members whose role sees wishes have a vote. Pick another member.",
    "Kun aktive medlemmer, hvis rolle ser ønsker, har en stemme. Vælg et andet medlem.",
  ),
  wish_not_judged: problem(409)(
    "Only those who voted for a completed wish can say whether it works.",
    "Kun dem, der stemte på et gennemført ønske, kan sige, om det virker.",
  ),
  wish_is_merged: problem(409)(
    "This wish is merged into another one. Open that one instead.",
    "Ønsket er slået sammen med et andet. Åbn det i stedet.",
  ),
  wish_has_merged: problem(409)(
    "Other wishes are merged into {title}. Merge it the other way round.",
    "Andre ønsker er slået sammen med {title}. Slå dem sammen den anden vej.",
  ),
  wish_merged_full: problem(409)(
    "As many wishes are merged into {title} as can be. Choose another one.",
    "Der er slået så mange ønsker sammen med {title}, som der kan. Vælg et andet.",
  ),
  wish_links_full: problem(409)(
    "A wish becomes at most {most} events and contracts. Remove a link first.",
    "Et ønske bliver højst til {most} begivenheder og kontrakter. Fjern først en forbindelse.",
  ),
  wish_comments_full: problem(409)(
    "This wish has {most} comments, the most there can be.",
    "Ønsket har {most} kommentarer, og flere kan der ikke være.",
  ),
  wish_comments_together: problem(409)(
    "{title} and this wish would have more than {most} comments together, the most there can be. Choose another one.",
    "{title} og dette ønske ville tilsammen have mere end {most} kommentarer, og flere kan der ikke være. Vælg et andet.",
  ),
  wish_comment_not_yours: problem(403)(
    "A comment is changed and deleted by its author alone. Somebody with permission to write events removes those of others.",
    "En kommentar ændres og slettes kun af sin forfatter. Dem, der må redigere begivenheder, fjerner andres.",
  ),
  wish_comment_removed: problem(409)(
    "{by} removed this comment. Write another one.",
    "{by} har fjernet kommentaren. Skriv en ny.",
  ),
});
