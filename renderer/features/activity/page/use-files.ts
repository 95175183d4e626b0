// The files of a job that are in view, fetched page by page and again while they change.
import type { StowageError } from '@shared/errors';
import type { JobFile } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import { useQuery } from './use-query';

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
  /** At once, after a change by the user. */
  readonly recheck: () => void;
  /** Null while it is on its way. */
  fileAt(index: number): JobFile | null;
}

const pageFiles = 100;
/** The most that one call gives. */
const maxPages = 10;

/** `first` and `last`: the indexes in view. `revision`: whatever changes when the files may have changed. */
export function useFiles(
  jobId: string,
  choice: FileChoice,
  view: { readonly first: number; readonly last: number },
  revision: string,
): FilesInView {
  const { state, code } = choice;
  const key = `${jobId} ${state} ${code ?? ''}`;
  const offset = Math.floor(view.first / pageFiles) * pageFiles;
  const pages = Math.min(maxPages, Math.floor(view.last / pageFiles) - Math.floor(view.first / pageFiles) + 1);
  const query = { jobId, state, offset, limit: pages * pageFiles, ...(code === null ? {} : { code }) };
  const { answer, error, refetch } = useQuery({
    query: `${key} ${offset} ${pages}`,
    revision,
    request: async (signal) => ({ key, offset, ...(await call('transfers.files', query, { signal })) }),
  });

  const mine = answer?.value.key === key ? answer.value : null;
  return {
    total: mine?.total ?? 0,
    isCurrent: mine !== null && answer?.revision === revision,
    causes: answer?.value.causes ?? [],
    error,
    recheck: refetch,
    fileAt: (index) => mine?.files[index - mine.offset] ?? null,
  };
}
