// Finding in the loaded page and, on request, in the whole blob: the text, the matches, and going from one to the next.
import { useEffect, useMemo, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { subscribe } from '@renderer/bridge';
import type { BlobAddress } from '../names/blob-address';
import { type Encoding, encodeText, unitsOf } from './encoding';
import { type Matches, firstAfter, matchesIn } from './find-matches';
import { type PreviewState, shownSpan } from './preview-state';
import type { PreviewActions } from './preview-store';
import { maxFindBytes } from '@shared/model/blob-preview';
import { t } from '@shared/strings/t';
import type { PreviewView } from './blob-kind';

/** A search that reads more prompts first. */
const unaskedFindBytes = 16 * MiB;

export interface WholeSearch {
  readonly status: 'asking' | 'running' | 'searched' | 'limit' | 'stopped' | 'failed';
  readonly doneBytes: number;
  readonly hits: readonly number[];
  readonly error: StowageError | null;
}

export interface Find {
  readonly text: string;
  readonly letterCase: 'exact' | 'ignore';
  /** Why the text cannot be searched for; empty where it can. */
  readonly problem: string;
  readonly matches: Matches | null;
  readonly search: WholeSearch | null;
  write(text: string): void;
  match(letterCase: 'exact' | 'ignore'): void;
  step(direction: 'next' | 'previous'): void;
  /** Searches everything, after a prompt if that is much. */
  searchAll(consent: 'asked' | 'ask-first'): void;
  stop(): void;
}

export function useFind(blob: BlobAddress, state: PreviewState, actions: PreviewActions): Find {
  const { facts, page, view, encoding } = state;
  const [text, setText] = useState('');
  const [letterCase, setLetterCase] = useState<'exact' | 'ignore'>('ignore');
  const [current, setCurrent] = useState<number | null>(null);
  const [search, setSearch] = useState<WholeSearch | null>(null);
  const running = useRef<AbortController | null>(null);
  const etag = facts?.etag ?? '';

  const { needle, problem, is } = useMemo(() => needleOf(text, encoding, view), [text, encoding, view]);
  // A byte has no case.
  const matched = is === 'bytes' ? 'exact' : letterCase;
  const units = view === 'hex' ? 'bytes' : unitsOf(encoding);
  const clear = (): void => {
    running.current?.abort();
    setSearch(null);
    setCurrent(null);
  };
  // What was found belongs to a version, an encoding and a way of looking.
  const belongsTo = `${etag} ${encoding} ${view === 'hex' ? 'hex' : 'text'}`;
  const [foundIn, setFoundIn] = useState(belongsTo);
  if (foundIn !== belongsTo) {
    setFoundIn(belongsTo);
    setSearch(null);
    setCurrent(null);
  }
  useEffect(() => () => running.current?.abort(), [belongsTo]);

  const inPage = useMemo(() => {
    if (needle === null || page === null) return [];
    const { from, to } = shownSpan({ page, view, encoding });
    return matchesIn(page.bytes.subarray(from, to), page.offset + from, needle, { letterCase: matched, units });
  }, [needle, page, view, encoding, matched, units]);
  const offsets = search === null || search.status === 'asking' ? inPage : search.hits;
  const matches = useMemo(
    () => (needle === null ? null : { offsets, length: needle.length, current }),
    [needle, offsets, current],
  );

  const run = (): void => {
    if (needle === null || facts === null) return;
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setCurrent(null);
    setSearch({ status: 'running', doneBytes: 0, hits: [], error: null });
    let counted = 0;
    const change = (next: (before: WholeSearch) => WholeSearch): void => {
      if (running.current === controller) setSearch((before) => (before === null ? null : next(before)));
    };
    subscribe(
      'preview.find',
      { ...blob, etag, totalBytes: facts.bytes, fromOffset: 0, needle: needle.slice(), letterCase: matched, units },
      (event) => {
        if (event.kind === 'end') {
          change((before) => ({ ...before, status: event.reason }));
          return;
        }
        actions.countRead(event.doneBytes - counted);
        counted = event.doneBytes;
        change((before) => ({ ...before, doneBytes: event.doneBytes, hits: [...before.hits, ...event.hits] }));
      },
      { signal: controller.signal, afterRestart: 'fail' },
    ).catch((thrown: unknown) => {
      const error = StowageError.from(thrown);
      change((before) => ({
        ...before,
        ...(controller.signal.aborted ? { status: 'stopped' } : { status: 'failed', error }),
      }));
    });
  };

  return {
    text,
    letterCase,
    problem,
    matches,
    search,
    write: (next) => {
      clear();
      setText(next);
    },
    match: (next) => {
      clear();
      setLetterCase(next);
    },
    step: (direction) => {
      const index = nextIndex(offsets, current, direction);
      const offset = offsets[index];
      if (offset === undefined) return;
      setCurrent(offset);
      void actions.goTo(offset);
    },
    searchAll: (consent) => {
      if (needle === null || facts === null) return;
      if (consent === 'ask-first' && facts.bytes > unaskedFindBytes) {
        setSearch({ status: 'asking', doneBytes: 0, hits: [], error: null });
      } else run();
    },
    stop: () => {
      if (search?.status === 'asking') setSearch(null);
      else running.current?.abort();
    },
  };
}

/** Round the ends. */
function nextIndex(offsets: readonly number[], current: number | null, direction: 'next' | 'previous'): number {
  const after = firstAfter(offsets, current ?? -1);
  if (direction === 'next') return after === offsets.length ? 0 : after;
  const before = firstAfter(offsets, (current ?? 0) - 1) - 1;
  return before < 0 ? offsets.length - 1 : before;
}

// What the user searches for in a blob, as bytes: a text in the encoding of the blob or, in the view of bytes, `0x` and
// bytes.

interface Needle {
  /** Null where there is nothing that can be searched for. */
  readonly needle: Uint8Array | null;
  /** Why; empty where nothing was typed, too. */
  readonly problem: string;
  readonly is: 'text' | 'bytes';
}

function needleOf(text: string, encoding: Encoding, view: PreviewView): Needle {
  const hex = view === 'hex' ? /^0x((?:\s*[\da-f]{2})+)\s*$/iu.exec(text)?.[1] : undefined;
  const is = hex === undefined ? 'text' : 'bytes';
  const none = { needle: null, is } as const;
  if (text === '') return { ...none, problem: '' };
  const needle = hex === undefined ? encodeText(text, encoding) : bytesOf(hex.replace(/\s/gu, ''));
  if (needle === null) return { ...none, problem: t`This encoding does not contain that character.` };
  if (needle.length > maxFindBytes) return { ...none, problem: t`Search text is limited to ${maxFindBytes} bytes.` };
  return { needle, problem: '', is };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}
