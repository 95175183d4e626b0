// An input that somebody outside the import's tab wants to see in it: a dropped file, pasted rows. The tab takes it as
// soon as it is there.
import type { ImportSource } from '@shared/model/table-import';
import { createStore } from 'zustand/vanilla';

interface Asked {
  readonly connectionId: string;
  readonly table: string;
  readonly source: ImportSource;
}

const asked = createStore<{ readonly open: Asked | undefined }>()(() => ({ open: undefined }));

/** Puts the input into the import of that table, without writing anything. */
export function askForImport(connectionId: string, table: string, source: ImportSource): void {
  asked.setState({ open: { connectionId, table, source } });
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeAskedImports(
  connectionId: string,
  table: string,
  take: (source: ImportSource) => void,
): () => void {
  const look = (): void => {
    const { open } = asked.getState();
    if (open?.connectionId !== connectionId || open.table !== table) return;
    asked.setState({ open: undefined });
    take(open.source);
  };
  look();
  return asked.subscribe(look);
}
