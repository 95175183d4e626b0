// Files that were dropped on a container outside its view: on its row in the navigator, or on its tab. The view takes
// them as soon as it exists.
import type { PickedSource } from '@shared/ipc/contract';
import { createStore } from 'zustand/vanilla';
import { takeDrop } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';

export interface ContainerDrop {
  readonly connectionId: string;
  readonly container: string;
  /** Its top, or the folder that its view shows. */
  readonly into: 'top' | 'folder shown';
}

interface Dropped extends ContainerDrop {
  readonly sources: readonly PickedSource[];
}

const dropped = createStore<{ readonly waiting: readonly Dropped[] }>()(() => ({ waiting: [] }));

/** Takes the files of a drop and activates the container's view. A failure is shown. */
export function dropOnContainer(drop: ContainerDrop, files: DataTransfer, onTaken: () => void): void {
  takeDrop(files).then(
    (sources) => {
      if (sources.length === 0) return;
      dropped.setState(({ waiting }) => ({ waiting: [...waiting, { ...drop, sources }] }));
      onTaken();
    },
    (thrown: unknown) => {
      showFailure(thrown);
    },
  );
}

/** Delivers files dropped on this container, now and later, once each. Returns a function that stops this. */
export function takeDroppedOn(
  connectionId: string,
  container: string,
  take: (sources: readonly PickedSource[], into: ContainerDrop['into']) => void,
): () => void {
  const check = (): void => {
    const { waiting } = dropped.getState();
    const isOurs = (one: Dropped): boolean => one.connectionId === connectionId && one.container === container;
    const ours = waiting.filter(isOurs);
    if (ours.length === 0) return;
    dropped.setState({ waiting: waiting.filter((one) => !isOurs(one)) });
    for (const { sources, into } of ours) take(sources, into);
  };
  check();
  return dropped.subscribe(check);
}
