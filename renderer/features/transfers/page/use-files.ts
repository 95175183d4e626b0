// The files of a job that are in view, asked for page by page and again while they change.
import { useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { JobFile } from '@shared/model/transfer';
import { call } from '@renderer/bridge';

export interface FileChoice {
  readonly state: 'open' | 'failed' | 'done' | 'skipped';
  /** Only those that failed with this code. */
  readonly code: string | null;
}

export interface FilesInView {
  readonly total: number;
  /** Whether the answer to the last question about this choice has come. */
  readonly isCurrent: boolean;
  readonly causes: readonly {
    readonly code: string;
    readonly files: number;
    readonly context?: Readonly<Record<string, string>> | undefined;
  }[];
  readonly error: StowageError | null;
  /** At once, for what a person has just changed. */
  readonly lookAgain: () => void;
  /** Null while it is on its way. */
  fileAt(index: number): JobFile | null;
}

interface Answer {
  readonly key: string;
  readonly revision: string;
  readonly offset: number;
  readonly total: number;
  readonly files: readonly JobFile[];
  readonly causes: FilesInView['causes'];
}

const pageFiles = 100;
/** The most that one call gives. */
const mostPages = 10;

/** `first` and `last`: the indexes in view. `revision`: whatever changes when the files may have changed. */
export function useFiles(
  jobId: string,
  choice: FileChoice,
  view: { readonly first: number; readonly last: number },
  revision: string,
): FilesInView {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const { state, code } = choice;
  const key = `${jobId} ${state} ${code ?? ''}`;
  const offset = Math.floor(view.first / pageFiles) * pageFiles;
  const pages = Math.min(mostPages, Math.floor(view.last / pageFiles) - Math.floor(view.first / pageFiles) + 1);

  const asker = useRef<((revision: string) => void) | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const question = { jobId, state, offset, limit: pages * pageFiles, ...(code === null ? {} : { code }) };
    /** The newest revision that was not asked about yet. */
    let open: string | null = null;
    let isAsking = false;
    const ask = async (): Promise<void> => {
      isAsking = true;
      while (open !== null && !signal.aborted) {
        const revision = open;
        open = null;
        try {
          const given = await call('transfers.files', question, { signal });
          setAnswer({ key, revision, offset, ...given });
          setError(null);
        } catch (thrown) {
          if (!signal.aborted) setError(StowageError.from(thrown));
        }
      }
      isAsking = false;
    };
    // A job at load changes faster than it answers: a question is left to its answer, and then asked again.
    asker.current = (revision) => {
      open = revision;
      if (!isAsking) void ask();
    };
    return () => controller.abort();
  }, [jobId, state, code, key, offset, pages]);
  useEffect(() => asker.current?.(revision), [jobId, state, code, key, offset, pages, revision]);

  const mine = answer?.key === key ? answer : null;
  return {
    total: mine?.total ?? 0,
    isCurrent: mine?.revision === revision,
    causes: answer?.causes ?? [],
    error,
    lookAgain: () => asker.current?.(revision),
    fileAt: (index) => mine?.files[index - mine.offset] ?? null,
  };
}
