// The find field above the rows of a container: the typed text, its interpretation, and what it requests from the
// stores.
import { useEffect, useState } from 'react';
import { patternPrefix, patternProblem } from '@shared/blob-search/pattern';
import type { BlobPattern } from '@shared/model/blob-search';
import type { ListingActions } from '../listing/listing-store';
import type { SearchActions } from './search-store';

/** `starts-with` queries the service, `contains` filters what is listed, patterns are searched for in all folders. */
export type FindMode = 'starts-with' | 'contains' | BlobPattern['kind'];

export interface FindField {
  readonly mode: FindMode;
  readonly text: string;
  readonly letters: BlobPattern['letters'];
  /** Why the pattern cannot be searched for; null while it can, or is none. */
  readonly problem: string | null;
  /** What the listing of a search would be limited to, below the folder. */
  readonly prefix: string;
  readonly setMode: (mode: FindMode) => void;
  readonly setText: (text: string) => void;
  readonly setLetters: (letters: BlobPattern['letters']) => void;
  /** Searches for the pattern. */
  readonly submit: () => void;
  /** As in a folder just opened: nothing is looked for. */
  readonly reset: () => void;
}

const typingMs = 250;

export function useFindField(prefix: string, listing: ListingActions, search: SearchActions): FindField {
  const [mode, setModeState] = useState<FindMode>('starts-with');
  const [text, setTextState] = useState('');
  const [letters, setLetters] = useState<BlobPattern['letters']>('exact');
  const kind = isPattern(mode) ? mode : null;
  const problem = kind === null || text === '' ? null : patternProblem({ kind, text });

  const startsWith = mode === 'starts-with' ? text : '';
  useEffect(() => {
    const timer = setTimeout(() => void listing.narrow(startsWith), startsWith === '' ? 0 : typingMs);
    return () => clearTimeout(timer);
  }, [startsWith, listing]);

  const setText = (next: string): void => {
    setTextState(next);
    if (mode === 'contains') listing.filter(next);
    if (next === '') search.close();
  };
  return {
    mode,
    text,
    letters,
    problem,
    setText,
    setLetters,
    prefix: kind === null || problem !== null || text === '' ? '' : patternPrefix({ kind, text, letters }),
    setMode: (next) => {
      if (next === mode) return;
      search.close();
      listing.filter(next === 'contains' ? text : '');
      setModeState(next);
    },
    submit: () => {
      if (kind === null || patternProblem({ kind, text }) !== null) return;
      void search.start(prefix, { kind, text, letters });
    },
    reset: () => {
      setTextState('');
      listing.filter('');
      search.close();
    },
  };
}

export function isPattern(mode: FindMode): mode is BlobPattern['kind'] {
  return mode === 'wildcard' || mode === 'expression';
}
