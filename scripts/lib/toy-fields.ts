import type { Edit } from "./toy-copy.ts";

/** The edit that puts something before a text that stands in a file once. */
const before = (path: string, text: string, added: string): Edit => ({ path, from: text, to: added + text });

/** A text of an event that its members see and its organizers enter. @param next the field whose text stands after its own */
const textOf = (name: string, { en, da, next }: Record<"en" | "da" | "next", string>): Edit[] => [
  before(
    "worker/features/events/events.fields.ts",
    "  startsAt: {\n",
    `  ${name}: {
    column: "text",
    input: line(60),
    answer: z.string(),
    blank: "",
    audit: { en: "${en}", da: "${da}" },
    ...ALIKE,
  },
`,
  ),
  {
    path: "web/features/events/dialog/event-form.tsx",
    from: "        maxLength={LOCATION_LENGTH}\n      />\n",
    to: `        maxLength={LOCATION_LENGTH}
      />
      <TextField
        {...form.field("${name}", t("event_form.text_error", { most: 60 }))}
        label={t("events.field.${name}")}
        autoComplete="off"
        maxLength={60}
      />
`,
  },
  before(
    "web/features/events/event-parts.tsx",
    "    </dl>\n",
    `      {event.${name} ? (
        <Fact icon={<PlaceIcon />} label={t("events.field.${name}")} text={event.${name}} />
      ) : null}
`,
  ),
  ...Object.entries({ en, da }).map(([language, label]) =>
    before(
      `web/features/events/events.${language}.json`,
      `  "events.field.${next}":`,
      `  "events.field.${name}": "${label}",\n`,
    ),
  ),
];

/** What a developer edits to give events a field, but for the migration, which is generated. */
export const TOY_FIELDS: readonly { name: string; column: string; edits: readonly Edit[] }[] = [
  {
    name: "dressCode",
    column: "dress_code",
    edits: textOf("dressCode", { en: "Dress code", da: "Påklædning", next: "endsAt" }),
  },
  {
    name: "voiceChannel, which Discord and calendars show,",
    column: "voice_channel",
    edits: [
      ...textOf("voiceChannel", { en: "Voice channel", da: "Talekanal", next: "when" }),
      before("worker/features/mirrors/plan.ts", '"closesMinutes" | "organizerId"\n', '"voiceChannel" | '),
      before(
        "worker/features/mirrors/plan.ts",
        "closes_minutes as closesMinutes",
        "voice_channel as voiceChannel, ",
      ),
      {
        path: "worker/features/mirrors/plan.ts",
        from: "cut(event.description, ",
        to: 'cut([event.description, event.voiceChannel].join("\\n"), ',
      },
      before(
        "worker/features/calendar/icalendar.ts",
        "  startsAt: events.startsAt,\n",
        "  voiceChannel: events.voiceChannel,\n",
      ),
      {
        path: "worker/features/calendar/icalendar.ts",
        from: '["", description]),\n',
        to: '["", description]),\n    event.voiceChannel,\n',
      },
    ],
  },
];
