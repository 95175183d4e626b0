// Which entries of the palette match the typed text, best first. Pure.
import { fuzzyMatch } from './fuzzy';
import type { PaletteEntry } from './palette-entry';

export interface RankedEntry extends PaletteEntry {
  /** Places of the title's characters that were typed. */
  readonly matched: readonly number[];
}

/** At most this many are shown; typing one more letter is quicker than scrolling. */
const shownAtOnce = 50;
/** A name that was used lately wins against one that fits a little better. */
const recencyBonus = 40;

/** The entries that fit, best first; ties keep the given order. */
export function rankActions(entries: readonly PaletteEntry[], typed: string): readonly RankedEntry[] {
  const ranked = entries.flatMap((entry, index) => {
    const fit = fitOf(entry, typed);
    if (fit === null) return [];
    const bonus = entry.recency === 'recent' && typed.trim() !== '' ? recencyBonus : 0;
    return [{ entry, index, score: fit.score + bonus, matched: fit.matched }];
  });
  ranked.sort((a, b) => b.score - a.score || a.index - b.index);
  return ranked.slice(0, shownAtOnce).map(({ entry, matched }) => ({ ...entry, matched }));
}

/** The choices that match, and the typed text as one more: listed first if it is a path, which is a complete target. */
export function rankChoices({ choices = [], typed: take }: PaletteEntry, typed: string): readonly RankedEntry[] {
  const ranked = rankActions(choices, typed);
  const own = take?.(typed) ?? null;
  if (own === null || ranked.some(({ id }) => id === own.id)) return ranked;
  const entry = { ...own, matched: [] };
  return typed.includes('/') ? [entry, ...ranked] : [...ranked, entry];
}

interface Fit {
  readonly score: number;
  readonly matched: readonly number[];
}

function fitOf(entry: PaletteEntry, typed: string): Fit | null {
  const match = fuzzyMatch(typed, entry.title);
  const synonym = matchOtherTerms(entry, typed);
  if (synonym !== null && (match === null || match.score < synonym.score)) return synonym;
  if (match !== null) return { score: match.score, matched: match.at };
  return matchTerms(entry, typed) ?? matchLocation(entry, typed);
}

/** Matches synonyms only from the start of a word: letters in order would match nearly all of them. */
function matchOtherTerms({ also = '' }: PaletteEntry, typed: string): Fit | null {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < shortestWord || !` ${also.toLowerCase()}`.includes(` ${wanted}`)) return null;
  return { score: otherWordScore, matched: [] };
}

const shortestWord = 3;
/** Below titles that contain the typed text, above those that contain its letters in order. */
const otherWordScore = 600;

/** Several words in any order, of which at least one is in the title: `local mov`. */
function matchTerms({ title, context }: PaletteEntry, typed: string): Fit | null {
  const terms = typed.trim().split(/\s+/);
  if (terms.length < 2) return null;
  const matched: number[] = [];
  let score = 0;
  let inTitle = 0;
  for (const term of terms) {
    const own = fuzzyMatch(term, title);
    const best = own ?? fuzzyMatch(term, context);
    if (best === null) return null;
    if (own !== null) {
      inTitle += 1;
      matched.push(...own.at);
    }
    score += best.score;
  }
  return inTitle === 0 ? null : { score: score / terms.length - 100, matched };
}

function matchLocation({ title, context }: PaletteEntry, typed: string): Fit | null {
  // Entries that match only by their location match equally well, so they retain their order.
  const wide = fuzzyMatch(typed, context) ?? fuzzyMatch(typed, `${context} ${title}`);
  return wide === null ? null : { score: wide.score - 500, matched: [] };
}
