// What links, files and drops want to open, one question at a time. Opens nothing itself.
import { call, onOpened, takeDrop } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import type { Opening } from '@shared/links/opening';
import { queryFileEnding, queryFileType } from '@shared/links/marks';
import { create } from 'zustand';

interface Asked {
  /** Distinguishes equal ones. */
  readonly id: number;
  readonly opening: Opening;
}

/** The first is asked about. */
export const useOpenings = create<{ readonly asked: readonly Asked[] }>()(() => ({ asked: [] }));

let lastId = 0;

function ask(openings: readonly Opening[]): void {
  const added = openings.map((opening): Asked => ({ id: (lastId += 1), opening }));
  useOpenings.setState(({ asked }) => ({ asked: [...asked, ...added] }));
}

/** The question was answered, whatever the answer was. */
export function settleOpening(id: number): void {
  useOpenings.setState(({ asked }) => ({ asked: asked.filter((each) => each.id !== id) }));
}

/** Asks a person for the file of a saved query. */
export function pickOpening(): void {
  call('openings.pick', {}).then((opening) => {
    if (opening !== null) ask([opening]);
  }, sayFailure);
}

/** Takes what waits now and from now on. Returns how to stop. */
export function watchOpenings(): () => void {
  const take = (): void => void call('openings.take', {}).then(ask, sayFailure);
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
    if (!file.name.toLowerCase().endsWith(queryFileEnding)) return;
    event.preventDefault();
    takeDrop(dataTransfer)
      .then(async ([source]) => {
        if (source !== undefined) ask([await call('openings.read', { token: source.token })]);
      })
      .catch(sayFailure);
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

function sayFailure(thrown: unknown): void {
  showFailure(thrown);
}
