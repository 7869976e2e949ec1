// The chat's page: shows what the emulator draws, and sends what the person does.
const base = location.pathname;
const query = location.search;
const find = (selector, within = document) => within.querySelector(selector);
const feed = find("#feed");
const field = find("#text");
const list = find("#suggestions");
const dialog = find("#modal");
const language = document.documentElement.lang;

const get = async (part, more = {}) => {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(more)) parameters.set(name, value);
  return (await fetch(`${base}/${part}?${parameters}`)).json();
};

/** Sends what the person does; resolves with why it was refused, or an empty text. */
async function act(body) {
  const answer = await fetch(`${base}/do${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error = "" } = await answer.json();
  await refresh();
  return error;
}
const tell = (text) => {
  find("#composer .problem").textContent = text;
};

const forms = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
  message: { dateStyle: "short", timeStyle: "short" },
};
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
function showTimes(within) {
  for (const time of within.querySelectorAll("time")) {
    const instant = new Date(time.dateTime);
    const full = new Intl.DateTimeFormat(language, forms.F).format(instant);
    const seconds = (instant.getTime() - Date.now()) / 1000;
    const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
    time.title = full;
    time.textContent =
      time.dataset.style === "R"
        ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(seconds / size), unit)
        : new Intl.DateTimeFormat(language, forms[time.dataset.style] ?? forms.f).format(instant);
  }
}

const drawn = new Map();
function showMessages(messages) {
  const isAtEnd = feed.scrollHeight - feed.scrollTop - feed.clientHeight < 80;
  const ids = new Set(messages.map(({ id }) => id));
  for (const [id, known] of drawn)
    if (!ids.has(id)) {
      known.element.remove();
      drawn.delete(id);
    }
  let last = null;
  for (const { id, html } of messages) {
    const known = drawn.get(id);
    let element = known?.element;
    if (known?.html !== html) {
      const template = document.createElement("template");
      template.innerHTML = html;
      element = template.content.firstElementChild;
      showTimes(element);
      const focused = known?.element.contains(document.activeElement) ? document.activeElement : null;
      known?.element.replaceWith(element);
      if (focused) {
        const same = [...element.querySelectorAll("button")].find(
          ({ dataset }) => dataset.press && dataset.press === focused.dataset.press,
        );
        (same ?? feed).focus();
      }
      drawn.set(id, { element, html });
    }
    const place = last ? last.nextSibling : feed.firstChild;
    if (element !== place) feed.insertBefore(element, place);
    last = element;
  }
  if (isAtEnd) feed.scrollTop = feed.scrollHeight;
}

/** The modal that is open; one from before the page was loaded is not shown again. */
let modalId;
function showModal(modal) {
  const id = modal?.id ?? null;
  const isFirst = modalId === undefined;
  if (id === modalId) return;
  modalId = id;
  if (isFirst) return;
  if (!modal) return dialog.close();
  dialog.innerHTML = modal.html;
  showTimes(dialog);
  dialog.showModal();
}

let turn = 0;
async function refresh() {
  turn += 1;
  const own = turn;
  const { messages, modal } = await get("feed");
  if (own !== turn) return;
  showMessages(messages);
  showModal(modal);
}

feed.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  const messageId = target.closest(".message")?.dataset.id;
  if (!button || !messageId) return;
  const { press, choose, dismiss, command, type, target: targetId } = button.dataset;
  button.disabled = true;
  if (press !== undefined) tell(await act({ do: "press", messageId, customId: press }));
  else if (choose !== undefined) {
    const input = find("[data-field]", button.parentElement);
    const chosen =
      input.dataset.people === undefined
        ? { values: [...input.selectedOptions].map(({ value }) => value) }
        : { people: input.value };
    tell(await act({ do: "press", messageId, customId: choose, ...chosen }));
  } else if (dismiss !== undefined) tell(await act({ do: "dismiss", id: messageId }));
  else if (command !== undefined) {
    button.closest("details").open = false;
    tell(await act({ do: "command", name: command, type: Number(type), targetId }));
  }
  button.disabled = false;
});
feed.addEventListener("change", async ({ target }) => {
  const { select } = target.dataset;
  if (select === undefined) return;
  const messageId = target.closest(".message").dataset.id;
  tell(await act({ do: "press", messageId, customId: select, values: [target.value] }));
});

function fieldValue(input) {
  const { kind } = input.dataset;
  if (kind === "boolean") return input.checked;
  if (kind === "people") return { people: input.value };
  if (kind === "list") return [...input.selectedOptions].map(({ value }) => value).filter(Boolean);
  const ticked = [...input.querySelectorAll("input:checked")].map(({ value }) => value);
  if (kind === "radio") return ticked[0] ?? null;
  return kind === "checkbox" ? ticked : input.value;
}
dialog.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(
    [...dialog.querySelectorAll("[data-modal-field]")].map((input) => [
      input.dataset.modalField,
      fieldValue(input),
    ]),
  );
  const buttons = dialog.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  const error = await act({ do: "modal", id: modalId, fields });
  for (const button of buttons) button.disabled = false;
  const problem = find(".problem", dialog);
  if (problem) problem.textContent = error;
});
const close = () => act({ do: "close", id: modalId });
dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  close();
});
dialog.addEventListener("click", ({ target }) => {
  if (target.closest("[data-close]")) close();
});

let suggestions = [];
let active = -1;
function showSuggestions(found) {
  suggestions = found;
  active = found.length > 0 ? 0 : -1;
  list.replaceChildren(
    ...found.map(({ label, description }, index) => {
      const item = document.createElement("li");
      item.id = `suggestion-${index}`;
      item.setAttribute("role", "option");
      const small = document.createElement("small");
      small.textContent = description;
      item.append(label, " ", small);
      return item;
    }),
  );
  list.hidden = found.length === 0;
  field.setAttribute("aria-expanded", String(found.length > 0));
  mark();
}
function mark() {
  for (const [index, item] of [...list.children].entries()) {
    item.setAttribute("aria-selected", String(index === active));
    if (index === active) item.scrollIntoView({ block: "nearest" });
  }
  if (active >= 0) field.setAttribute("aria-activedescendant", `suggestion-${active}`);
  else field.removeAttribute("aria-activedescendant");
}
function take(index) {
  field.value = suggestions[index].text;
  field.focus();
  ask();
}
let asked = 0;
let timer;
async function ask() {
  clearTimeout(timer);
  asked += 1;
  const own = asked;
  if (!field.value.startsWith("/")) return showSuggestions([]);
  const { suggestions: found } = await get("suggest", { text: field.value });
  if (own === asked) showSuggestions(found);
}
field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, 150);
});
field.addEventListener("keydown", (event) => {
  if (list.hidden) return;
  const { key } = event;
  if (key === "ArrowDown" || key === "ArrowUp") {
    active = (active + (key === "ArrowDown" ? 1 : suggestions.length - 1)) % suggestions.length;
    mark();
  } else if (key === "Tab" && !event.shiftKey) take(active);
  else if (key === "Escape") showSuggestions([]);
  else return;
  event.preventDefault();
});
list.addEventListener("mousedown", (event) => {
  event.preventDefault();
  const item = event.target.closest("li");
  if (item) take([...list.children].indexOf(item));
});
find("#composer").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === "") return;
  asked += 1;
  clearTimeout(timer);
  showSuggestions([]);
  field.value = "";
  const error = await act({ do: "say", text });
  tell(error);
  if (error && field.value === "") field.value = text;
});

async function showPeople(input, put) {
  put(await get("people", { q: input.value }));
}
document.addEventListener("input", ({ target }) => {
  if (target.dataset.people === undefined) return;
  showPeople(target, ({ people }) =>
    find("#people").replaceChildren(
      ...people.map(({ username, name }) => {
        const option = document.createElement("option");
        option.value = username;
        option.label = name;
        return option;
      }),
    ),
  );
});
const crowd = find("#crowd");
const search = () =>
  showPeople(find("input", crowd), ({ html }) => {
    find("#found").innerHTML = html;
  });
crowd.addEventListener("toggle", () => crowd.open && search());
find("input", crowd).addEventListener("input", search);
crowd.addEventListener("click", async ({ target }) => {
  const { command, type, target: targetId } = target.closest("button")?.dataset ?? {};
  if (command === undefined) return;
  crowd.open = false;
  tell(await act({ do: "command", name: command, type: Number(type), targetId }));
});

(async () => {
  for (;;) {
    await refresh().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
})();
