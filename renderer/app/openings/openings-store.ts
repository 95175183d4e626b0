// What links, files and drops want to open, one question at a time. Opens nothing itself.
import { call, onOpened, takeDrop } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import type { OpenRequest } from '@shared/links/open-request';
import { queryFileExtension, queryFileType } from '@shared/links/marks';
import { create } from 'zustand';

interface PendingOpen {
  /** Distinguishes equal ones. */
  readonly id: number;
  readonly opening: OpenRequest;
}

/** The prompt shows the first. */
export const useOpenings = create<{ readonly requested: readonly PendingOpen[] }>()(() => ({ requested: [] }));

let lastId = 0;

function enqueue(openings: readonly OpenRequest[]): void {
  const added = openings.map((openRequest): PendingOpen => ({ id: (lastId += 1), opening: openRequest }));
  useOpenings.setState(({ requested }) => ({ requested: [...requested, ...added] }));
}

/** The question was answered, whatever the answer was. */
export function settleOpenRequest(id: number): void {
  useOpenings.setState(({ requested }) => ({ requested: requested.filter((each) => each.id !== id) }));
}

/** Lets the user choose the file of a saved query. */
export function pickFileToOpen(): void {
  call('openings.pick', {}).then((openRequest) => {
    if (openRequest !== null) enqueue([openRequest]);
  }, reportFailure);
}

/** Takes what waits now and from now on. Returns how to stop. */
export function watchOpenings(): () => void {
  const take = (): void => void call('openings.take', {}).then(enqueue, reportFailure);
  take();
  return onOpened(take);
}

/**
 * Files of saved queries can be dropped anywhere but on a view that uploads: there they are files like others. Heard
 * before the views, which would take them for rows. Returns how to stop.
 */
export function takeDroppedQueries(target: Window): () => void {
  const over = (event: DragEvent): void => {
    if (!mayBeQuery(event) || event.dataTransfer === null || isOverUpload(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };
  const drop = (event: DragEvent): void => {
    const { dataTransfer } = event;
    const [file, ...others] = dataTransfer?.files ?? [];
    if (dataTransfer === null || file === undefined || others.length > 0 || isOverUpload(event)) return;
    if (!file.name.toLowerCase().endsWith(queryFileExtension)) return;
    event.preventDefault();
    takeDrop(dataTransfer)
      .then(async ([source]) => {
        if (source !== undefined) enqueue([await call('openings.read', { token: source.token })]);
      })
      .catch(reportFailure);
  };
  target.addEventListener('dragover', over);
  target.addEventListener('drop', drop, { capture: true });
  return () => {
    target.removeEventListener('dragover', over);
    target.removeEventListener('drop', drop, { capture: true });
  };
}

/** While files are dragged their names are not known; ours have no type or their own. */
function mayBeQuery({ dataTransfer }: DragEvent): boolean {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.length === 1 && items.every(({ type }) => type === '' || type === queryFileType);
}

function isOverUpload({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('[data-takes="any-file"]') !== null;
}

function reportFailure(thrown: unknown): void {
  showFailure(thrown);
}
