import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { DEFAULT_FORM } from "./default-form.ts";
import type { FormContent, Question } from "./forms.schema.ts";
import type { Form } from "./records.schema.ts";
import { formOf, retitled } from "./testing/forms.factory.ts";
import { validate } from "./validate.ts";

let admin: Caller;
beforeEach(async () => {
  admin = await person("administrator", 1, "Astrid Holm");
});

const list = () => admin.ok<Form[]>("GET", "/api/forms/1");
const create = (body: object = { key: "recruit", name: "Recruit" }) =>
  admin.ok<Form>("POST", "/api/forms/1", body);
const save = (form: Form, content: FormContent, caller = admin) =>
  caller.ok<Form>("PUT", `/api/forms/${form.id}/draft`, { content, version: form.version });
const publish = (form: Form) =>
  admin.ok<Form>("POST", `/api/forms/${form.id}/publish`, { version: form.version });
const audited = () =>
  rows<{ action: string }>("select action from audit_log order by id").then((all) =>
    all.map(({ action }) => action),
  );

/** The content without a question. */
const without = (content: FormContent, id: string): FormContent => ({
  sections: content.sections.map((section) => ({
    ...section,
    questions: section.questions.filter((question) => question.id !== id),
  })),
});

describe("a form", () => {
  it("starts from nine questions in four sections, with a draft alone", async () => {
    expect(await list()).toEqual([]);
    const form = await create();
    expect(form).toMatchObject({ key: "recruit", liveNumber: null, live: null, versions: [], version: 1 });
    expect(form.draft.sections).toHaveLength(4);
    expect(form.draft.sections.flatMap(({ questions }) => questions)).toHaveLength(9);
    expect(await list()).toEqual([form]);
  });

  it("is there once for each key, and twelve times at most", async () => {
    await create();
    expect((await admin.fails("POST", "/api/forms/1", { key: "recruit", name: "Again" })).code).toBe(
      "form_exists",
    );
    for (let more = 1; more < 12; more++) await create({ key: `crew_${more}`, name: "Crew" });
    const { code } = await admin.fails("POST", "/api/forms/1", { key: "one_more", name: "Crew" });
    expect(code).toBe("form_too_many");
  });

  it("is a row that another organization does not have", async () => {
    const id = await formOf();
    await raw.DB.prepare(
      "insert into organizations (id, name, created_at) values (77, 'Other', '2026-01-01T00:00:00.000Z')",
    ).run();
    await raw.DB.prepare("update forms set organization_id = 77 where id = ?").bind(id).run();
    expect(await list()).toEqual([]);
    expect((await admin.fails("GET", `/api/forms/${id}/versions/1`)).status).toBe(404);
    expect((await admin.fails("POST", `/api/forms/${id}/publish`, {})).status).toBe(404);
  });
});

describe("a draft", () => {
  it("is saved incomplete, and written to the log once while its user goes on", async () => {
    const id = await formOf();
    const [form] = (await list()) as [Form];
    const first = await save(form, retitled(DEFAULT_FORM, ""));
    const second = await save(first, retitled(DEFAULT_FORM, "Who"));
    expect(second).toMatchObject({ id, version: 3, updatedBy: "Astrid Holm", liveNumber: 1 });
    expect(await audited()).toEqual(["form.edited"]);
    expect(await save(second, second.draft)).toEqual(second);
  });

  it("is refused stale, with what the other one saved", async () => {
    await formOf();
    const [form] = (await list()) as [Form];
    const other = await person("administrator", 1, "Mikkel Bruun");
    const saved = await save(form, retitled(DEFAULT_FORM, "Theirs"), other);
    const problem = await admin.fails("PUT", `/api/forms/${form.id}/draft`, {
      content: retitled(DEFAULT_FORM, "Mine"),
      version: form.version,
    });
    expect(problem).toMatchObject({ status: 409, code: "stale_version", current: saved });
    expect(saved.updatedBy).toBe("Mikkel Bruun");
  });

  it("is refused beyond its bounds, and with an id twice", async () => {
    const id = await formOf();
    const [section] = DEFAULT_FORM.sections as [FormContent["sections"][number]];
    const [question] = section.questions as [FormContent["sections"][number]["questions"][number]];
    const put = async (content: FormContent) =>
      (await admin.fails("PUT", `/api/forms/${id}/draft`, { content })).status;
    const many = Array.from({ length: 31 }, (_, at) => ({ ...question, id: `q${at}` }));
    expect(await put({ sections: [] })).toBe(400);
    expect(await put({ sections: [{ ...section, questions: many }] })).toBe(400);
    expect(await put({ sections: [{ ...section, questions: [question, question] }] })).toBe(400);
    expect(await put({ sections: [section, section] })).toBe(400);
    expect(await put(retitled(DEFAULT_FORM, "x".repeat(201)))).toBe(400);
  });
});

describe("a form that always asks the same", () => {
  const asked: Question = { id: "callsign", kind: "short", label: { en: "Your callsign" }, required: true };
  /** The form with a question more in its first section, and one in its last. */
  const added = ({ draft }: Form): FormContent => ({
    sections: draft.sections.map((section, at) => {
      if (at === 0) return { ...section, questions: [asked, ...section.questions] };
      return at === 4 ? { ...section, questions: [{ ...asked, id: "last" }] } : section;
    }),
  });

  it("begins with these as its first version, and takes questions more", async () => {
    const form = await create({ key: "contract", name: "Contracts" });
    expect(form).toMatchObject({ liveNumber: 1, versions: [{ number: 1, changes: null }] });
    expect(form.draft.sections.map(({ id }) => id)).toEqual([
      ...["assessment", "personal", "security", "confirmation", "send"],
    ]);
    expect(form.fixed).toEqual(expect.arrayContaining(["assessment", "send", "experience", "rsiHandle"]));
    const second = await publish(await save(form, added(form)));
    expect(second).toMatchObject({ liveNumber: 2, live: added(form), draft: added(form) });
    expect(second.versions[0]?.changes).toMatchObject({ added: [asked.label, asked.label], removed: [] });
  });

  it("refuses to lose, change or move one of them, by its section", async () => {
    const form = await create({ key: "security", name: "Security Team" });
    const { draft } = form;
    const [first, second] = draft.sections as [
      FormContent["sections"][number],
      FormContent["sections"][number],
    ];
    const others = draft.sections.slice(2);
    const refused = async (sections: FormContent["sections"]) => {
      const { code, errors } = await admin.fails("PUT", `/api/forms/${form.id}/draft`, {
        content: { sections },
        version: form.version,
      });
      return [code, ...Object.keys(errors ?? {})];
    };
    const own = { id: "own", title: { en: "Ours" }, questions: [asked] };
    const reversed = { ...first, questions: first.questions.toReversed() };
    expect(
      await refused([...without({ sections: [first] }, "experience").sections, second, ...others]),
    ).toEqual([...["invalid_input", "assessment"]]);
    expect(await refused([{ ...first, title: { en: "Us" } }, second, ...others])).toEqual([
      ...["invalid_input", "assessment"],
    ]);
    expect(await refused([reversed, second, ...others])).toEqual(["invalid_input", "assessment"]);
    expect(await refused([first, second, ...others, own])).toEqual(["invalid_input", "own"]);
    expect(await refused([second, first, ...others])).toEqual(["invalid_input", "assessment"]);
    expect(await list()).toMatchObject([{ draft, version: 1 }]);
  });
});

describe("publishing", () => {
  it("adds the next version and leaves the earlier ones as they were", async () => {
    const first = await publish(await create());
    expect(first).toMatchObject({ liveNumber: 1, live: DEFAULT_FORM });
    const changed = without(retitled(DEFAULT_FORM, "Who you are"), "headset");
    const second = await publish(await save(first, changed));
    expect(second).toMatchObject({ liveNumber: 2, live: changed });
    expect(second.versions.map(({ number }) => number)).toEqual([2, 1]);
    expect(second.versions[0]?.changes).toMatchObject({
      removed: [{ en: "Do you have a headset?" }],
      sections: 1,
    });
    const old = await admin.ok("GET", `/api/forms/${first.id}/versions/1`);
    expect(old).toEqual({ number: 1, content: DEFAULT_FORM });
    expect(await audited()).toEqual(["form.created", "form.published", "form.edited", "form.published"]);
  });

  it("is refused where nothing changed, as the same as the live version", async () => {
    const form = await publish(await create());
    const { code, detail } = await admin.fails("POST", `/api/forms/${form.id}/publish`, {
      version: form.version,
    });
    expect([code, detail]).toEqual(["form_same", "Same as version 1. Change something first."]);
  });

  it("is refused beyond 200 versions", async () => {
    const form = await publish(await create());
    await raw.DB.prepare(
      `insert into form_versions (form_id, number, content, published_at, published_by)
       with recursive n(value) as (select 2 union all select value + 1 from n where value < 199)
       select form_id, n.value, content, published_at, published_by from form_versions, n`,
    ).run();
    await raw.DB.exec("update forms set live_number = 199");
    const last = await publish(await save(form, retitled(DEFAULT_FORM, "The last")));
    expect(last.liveNumber).toBe(200);
    const { id, version } = await save(last, retitled(DEFAULT_FORM, "One more"));
    const { code } = await admin.fails("POST", `/api/forms/${id}/publish`, { version });
    expect([code, await value("select count(*) from form_versions")]).toEqual(["form_versions_full", 200]);
  });

  it("is refused by the questions and sections that are not ready", async () => {
    const question = {
      id: "one",
      kind: "one" as const,
      label: { en: "Which?" },
      options: [{ id: "a", label: { en: "A" } }],
    };
    const content: FormContent = {
      sections: [
        {
          id: "first",
          title: {},
          questions: [
            { id: "early", kind: "yes_no", label: { en: "Early" }, when: { question: "late", has: "yes" } },
            question,
            { id: "late", kind: "yes_no", label: {}, when: { question: "gone", has: "any" } },
            { id: "odd", kind: "short", label: { da: "Kun dansk" }, when: { question: "one", has: "b" } },
          ],
        },
      ],
    };
    const form = await save(await create(), content);
    const { status, errors } = await admin.fails("POST", `/api/forms/${form.id}/publish`, {});
    expect([status, errors]).toEqual([
      400,
      {
        first: ["This section has no title."],
        early: ["It is shown by a question that comes after it."],
        one: ["It needs two answers to choose from."],
        late: ["This question has no text."],
        odd: ["It is shown by an answer that cannot be given."],
      },
    ]);
    expect(await value("select count(*) from form_versions")).toBe(0);
  });

  it("is refused for a draft that another user changed meanwhile", async () => {
    const form = await create();
    await save(form, retitled(DEFAULT_FORM, "Theirs"));
    const { code } = await admin.fails("POST", `/api/forms/${form.id}/publish`, { version: form.version });
    expect(code).toBe("stale_version");
  });
});

describe("an old version", () => {
  it("becomes the draft again, and stays what it was", async () => {
    const first = await publish(await create());
    const second = await publish(await save(first, retitled(DEFAULT_FORM, "Who you are")));
    const body = { number: 1, version: second.version };
    const form = await admin.ok<Form>("POST", `/api/forms/${first.id}/drafts`, body);
    expect(form).toMatchObject({ draft: DEFAULT_FORM, liveNumber: 2 });
    expect((await audited()).at(-1)).toBe("form.reused");
    const { status } = await admin.fails("POST", `/api/forms/${first.id}/drafts`, { number: 9 });
    expect(status).toBe(404);
  });
});

describe("answers", () => {
  const check = (given: unknown, complete = true) => {
    try {
      return validate(DEFAULT_FORM, given, { complete, language: "en" });
    } catch (error) {
      return (error as { extra: { errors: unknown } }).extra.errors;
    }
  };

  it("are refused by their questions, the required ones only where they are complete", () => {
    expect(check({ name: "x".repeat(61), age: "gone" }, false)).toEqual({
      "answers.name": ["At most 60 characters: leave out 1."],
    });
    expect(Object.keys(check({}) as object)).toEqual(
      ["name", "age", "likes", "ship", "elsewhere", "evenings", "headset"].map((id) => `answers.${id}`),
    );
    expect(check({ name: { what: 1 } })).toHaveProperty(["answers.name"]);
  });

  it("are kept as far as the form asks for them, with no handle verified", () => {
    const given = { name: "Elias", gone: "x", handle: { handle: "elias", isVerified: true }, ship: "none" };
    expect(check(given, false)).toEqual({ name: "Elias", handle: { handle: "elias" }, ship: "none" });
  });
});
