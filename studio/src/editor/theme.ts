// How the editor looks, in light and dark.
//
// Owns the styles inside the editor. They use the colours of the page, so that a change of the page's theme needs nothing here.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const frame = EditorView.theme({
  "&": { backgroundColor: "var(--card)", color: "var(--ink)", fontSize: "0.875rem", borderRadius: "inherit" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", maxHeight: "32rem", minHeight: "14rem", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.6rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 45%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important",
  },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)", outline: "1px solid var(--soft)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-active": { backgroundColor: "var(--bad-soft)" },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 0.18)",
    maxWidth: "min(34rem, 92vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "0.8125rem", maxHeight: "15rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.5rem", lineHeight: "1.5" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail": { color: "var(--accent-ink)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal", fontFamily: "system-ui, sans-serif" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionInfo": { padding: "0.5rem 0.7rem", fontSize: "0.8125rem", maxWidth: "20rem" },
  ".cm-diagnostic": { padding: "0.5rem 0.7rem", whiteSpace: "pre-wrap", borderLeft: "4px solid var(--bad)", fontFamily: "system-ui, sans-serif" },
  ".cm-diagnosticText": { display: "block" },
  ".cm-panels": { backgroundColor: "var(--card)", color: "var(--ink)", borderColor: "var(--line)" },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--warn)" },
  { tag: [tags.keyword, tags.typeName, tags.standard(tags.name), tags.bracket], color: "var(--ink)", fontWeight: "700" },
]);

/** The look of the editor. */
export const look: Extension = [frame, syntaxHighlighting(colours)];
