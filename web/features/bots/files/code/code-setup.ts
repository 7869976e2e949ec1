import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, runScopeHandlers, ViewPlugin } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Translate } from "../../../../lib/i18n/i18n.ts";

function languageOf(fileName: string): Extension {
  if (/\.([cm]?js|json)$/i.test(fileName)) return javascript();
  if (/\.[cm]?ts$/i.test(fileName)) return javascript({ typescript: true });
  return /\.py$/i.test(fileName) ? python() : [];
}

const HIGHLIGHTS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--new)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--go)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.self], color: "var(--wait)" },
  { tag: [tags.comment, tags.docComment], color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], fontWeight: "550" },
  { tag: [tags.className, tags.typeName], fontWeight: "550" },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: "var(--ink-2)" },
  { tag: tags.invalid, color: "var(--stop)" },
]);

const LINE = "1px solid var(--line)";
const EDGE = "1px solid var(--line-strong)";
const SMALL = "12.5px";

const tint = (color: string, percent: number) =>
  `color-mix(in oklch, var(--${color}) ${percent}%, transparent)`;

/** Replaces CodeMirror's mark of a changed text by a line below it. */
const underline = (color: string) => ({ background: "none", boxShadow: `inset 0 -2px 0 var(--${color})` });

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.65", overflow: "auto" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)", fontVariantLigatures: "none" },
  ".cm-line": { padding: "0 14px 0 6px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--hull)", color: "var(--ink-3)", border: "none", borderRight: LINE },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 12px", minWidth: "38px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": { backgroundColor: tint("rail", 45) },
  ".cm-activeLineGutter": { color: "var(--ink)" },
  ".cm-selectionBackground, & ::selection": { backgroundColor: `${tint("ice", 28)} !important` },
  ".cm-selectionMatch": { backgroundColor: tint("ice", 16) },
  ".cm-searchMatch": { backgroundColor: tint("wait", 28), outline: "none" },
  ".cm-searchMatch-selected": { backgroundColor: tint("wait", 55) },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": { backgroundColor: "var(--rail)", outline: EDGE },
  ".cm-foldPlaceholder": { background: "var(--rail)", border: EDGE, color: "var(--ink-2)", padding: "0 6px" },
  ".cm-panels": { backgroundColor: "var(--deck)", color: "var(--ink)" },
  ".cm-panels.cm-panels-bottom": { borderTop: LINE },
  ".cm-panel.cm-search": { padding: "8px 34px 8px 12px", fontFamily: "var(--font-sans)", fontSize: SMALL },
  ".cm-panel.cm-search label": { fontSize: SMALL, color: "var(--ink-2)" },
  ".cm-panel.cm-search [name=close]": {
    color: "var(--ink-2)",
    fontSize: "18px",
    minWidth: "24px",
    minHeight: "24px",
  },
  ".cm-textfield, .cm-button, .cm-deletedChunk .cm-button": {
    border: EDGE,
    borderRadius: "6px",
    color: "var(--ink)",
    fontSize: SMALL,
  },
  ".cm-textfield": { backgroundColor: "var(--hull)", padding: "4px 8px" },
  ".cm-button": { background: "none", padding: "4px 9px" },
  ".cm-button:hover": { backgroundColor: "var(--rail)" },
  ".cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel button:focus-visible, .cm-panel input:focus-visible":
    { outline: "2px solid var(--ice)", outlineOffset: "1px" },
  ".cm-tooltip": {
    backgroundColor: "var(--deck)",
    border: EDGE,
    borderRadius: "8px",
    color: "var(--ink)",
    overflow: "clip",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--rail)", color: "var(--ink)" },
  ".cm-changedLine, &.cm-merge-b .cm-changedLine": { backgroundColor: tint("go", 9) },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: tint("stop", 9) },
  "&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText": underline("go"),
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": underline("stop"),
  "&.cm-merge-b .cm-changedLineGutter": { backgroundColor: "var(--go)" },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { backgroundColor: "var(--stop)" },
  ".cm-deletedChunk .cm-chunkButtons": {
    position: "static",
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "flex-end",
    gap: "6px",
    padding: "6px 8px",
  },
  ".cm-deletedChunk button.cm-button": {
    margin: "0",
    minHeight: "28px",
    backgroundColor: "var(--deck)",
    fontFamily: "var(--font-sans)",
  },
  "button.cm-button": { minHeight: "26px", cursor: "pointer" },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"···"', margin: "0 8px" },
  ".cm-collapsedLines": {
    background: "var(--deck)",
    color: "var(--ink-2)",
    borderBlock: LINE,
    padding: "4px 14px",
    fontFamily: "var(--font-sans)",
    fontSize: SMALL,
  },
});

/** CodeMirror's English phrases, each with the key of its translation. */
const PHRASES = {
  "Control character": "bots.code.control_character",
  "$ unchanged lines": "bots.code.unchanged_lines",
  Find: "bots.code.find",
  Replace: "bots.code.replace_with",
  next: "bots.code.next",
  previous: "bots.code.previous",
  all: "bots.code.all",
  "match case": "bots.code.match_case",
  regexp: "bots.code.regexp",
  "by word": "bots.code.by_word",
  replace: "bots.code.replace",
  "replace all": "bots.code.replace_all",
  close: "bots.code.close",
  "current match": "bots.code.current_match",
  "on line": "bots.code.on_line",
  "replaced match on line $": "bots.code.replaced_one",
  "replaced $ matches": "bots.code.replaced_many",
  "Selection deleted": "bots.code.selection_deleted",
  "Go to line": "bots.code.go_to_line",
  go: "bots.code.go",
  Completions: "bots.code.completions",
  "Fold line": "bots.code.fold_line",
  "Unfold line": "bots.code.unfold_line",
  "Folded lines": "bots.code.folded_lines",
  "Unfolded lines": "bots.code.unfolded_lines",
  to: "bots.code.to",
  "folded code": "bots.code.folded_code",
  unfold: "bots.code.unfold",
} as const;

/** The look and phrases of the editor and the comparison. @param label name of the text for assistive technology */
export function commonSetup(fileName: string, label: string, t: Translate): Extension {
  const phrases = Object.entries(PHRASES).map(([english, key]) => [english, t(key)]);
  return [
    LOOK,
    syntaxHighlighting(HIGHLIGHTS),
    languageOf(fileName),
    EditorState.phrases.of(Object.fromEntries(phrases)),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
  ];
}

/** The root of CodeMirror: in the document it would add a style element, which the Content-Security-Policy forbids. */
export const shadowOf = (host: HTMLElement): ShadowRoot =>
  host.shadowRoot ?? host.attachShadow({ mode: "open" });

/** Milliseconds after Escape in which Tab leaves the editor, CodeMirror's own. */
const LEAVING = 2_000;

/**
 * Lets Escape close what is open in the editor, and the next Tab leave it, before a dialog around the editor closes by the key.
 * CodeMirror is called for that: a copy of the key, sent to the editor alone, would be heard here again in Firefox (153 ESR),
 * where key events of scripts are always composed, and no other events of scripts are.
 */
export const takesEscape = ViewPlugin.define((view) => {
  const take = (event: KeyboardEvent) => {
    const focused = view.root.activeElement;
    if (event.key !== "Escape" || !view.dom.contains(focused)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const panel = focused?.closest(".cm-panel");
    if (panel) {
      panel.querySelector<HTMLElement>("[name=close], .cm-dialog-close")?.click();
      view.focus();
    } else {
      view.setTabFocusMode(LEAVING);
      runScopeHandlers(view, event, "editor");
    }
  };
  addEventListener("keydown", take, { capture: true });
  return { destroy: () => removeEventListener("keydown", take, { capture: true }) };
});
