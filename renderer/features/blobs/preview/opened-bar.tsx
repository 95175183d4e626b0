// Above a blob of which another program has a copy open: whether it was edited, and what becomes of the edits.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import type { OpenedCopy } from '@shared/model/opened';
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { Button, ErrorNotice, showToast } from '@renderer/ui';
import type { BlobAddress } from '../names/blob-address';
import { Conflict } from './edit-dialog';
import styles from './edit.module.css';

export interface OpenedBarProps {
  readonly blob: BlobAddress;
  readonly onSaved: () => void;
}

export function OpenedBar({ blob, onSaved }: OpenedBarProps) {
  const copies = useStream('opened.watch', {}).latest ?? [];
  const [error, setError] = useState<StowageError | null>(null);
  const copy = copies.find(
    ({ connectionId, container, name }) =>
      connectionId === blob.connectionId && container === blob.container && name === blob.name,
  );
  if (copy === undefined) return null;
  const run = (work: Promise<unknown>, done: () => void = () => undefined): void => {
    setError(null);
    work.then(done, (thrown: unknown) => setError(StowageError.from(thrown)));
  };
  const save = (how: 'if-unchanged' | 'overwrite', as?: string): void => {
    run(call('opened.save', { copyId: copy.id, how, ...(as === undefined ? {} : { as }) }), onSaved);
  };
  const discard = (): void => run(call('opened.discard', { copyId: copy.id }));
  const isBusy = copy.state === 'saving';
  return (
    <section className={styles.bar} aria-label={t`Copy in another program`}>
      <span className={styles.barText} role="status">
        {stateText(copy)}
      </span>
      {copy.state === 'edited' ? (
        <Button variant="primary" size="small" onPress={() => save('if-unchanged')}>{t`Upload the edits`}</Button>
      ) : null}
      <Button size="small" isDisabled={isBusy} onPress={discard}>
        {copy.state === 'unchanged' ? t`Remove the copy` : t`Discard the edits`}
      </Button>
      {copy.state === 'conflict' ? (
        <Conflict name={blob.name} onOverwrite={() => save('overwrite')} onSaveAs={(as) => save('if-unchanged', as)} />
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
    </section>
  );
}

function stateText({ state }: OpenedCopy): string {
  if (state === 'unchanged') return t`Open in another program. Edits that you save there can be uploaded here.`;
  if (state === 'edited') return t`The copy was edited in another program.`;
  return state === 'saving' ? t`Uploading the edits…` : t`The copy was edited, and so was the blob.`;
}

/** Opens a private copy with the program of the system. */
export async function openInProgram(blob: BlobAddress): Promise<void> {
  const { id } = await call('opened.copy', blob);
  await call('shell.open-copy', { copyId: id });
  showToast({ tone: 'information', title: t`Opened in another program`, text: t`Edits are noticed in this tab.` });
}
