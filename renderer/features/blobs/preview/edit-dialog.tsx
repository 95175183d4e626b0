// Edits the text of a blob and saves it under the ETag that was read. If the blob was changed meanwhile, the user chooses
// between a new name, overwriting, and giving up the edits.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import { previewRangeBytes } from '@shared/model/blob-preview';
import { maxEditedBytes } from '@shared/model/opened';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, TextField, showToast } from '@renderer/ui';
import type { BlobAddress } from '../names/blob-address';
import styles from './edit.module.css';
import type { TextEditor } from './text-editor';

export interface EditDialogProps {
  readonly blob: BlobAddress;
  readonly leaf: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

interface ReadText {
  readonly text: string;
  readonly etag: string;
}

export function EditDialog({ blob, leaf, onSaved, onClose }: EditDialogProps) {
  const [read, setRead] = useState<ReadText | null>(null);
  const [error, setError] = useState<StowageError | null>(null);
  const [isConflict, setConflict] = useState(false);
  const [isEdited, setEdited] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState('');
  const [isLeaving, setLeaving] = useState(false);
  const editor = useRef<TextEditor>(null);
  const box = useRef<HTMLDivElement>(null);
  const isJson = leaf.toLowerCase().endsWith('.json');

  useEffect(() => {
    const reading = new AbortController();
    readText(blob, reading.signal).then(setRead, (thrown: unknown) => {
      if (!reading.signal.aborted) setError(StowageError.from(thrown));
    });
    return () => reading.abort();
  }, [blob]);

  const save = (how: 'if-unchanged' | 'overwrite', as?: string): void => {
    const text = editor.current?.text;
    if (read === null || text === undefined || isSaving) return;
    setSaving(true);
    setError(null);
    const etag = how === 'overwrite' ? null : read.etag;
    call('opened.write-text', { ...blob, text, etag, ...(as === undefined ? {} : { as }) }).then(
      () => {
        showToast({ tone: 'good', title: t`Saved ${as ?? leaf}` });
        onSaved();
        onClose();
      },
      (thrown: unknown) => {
        const failure = StowageError.from(thrown);
        setSaving(false);
        if (failure.code === 'conflict.etag-changed') setConflict(true);
        else setError(failure);
      },
    );
  };
  const saveByKey = useEffectEvent(() => save('if-unchanged'));
  const note = useEffectEvent((text: string) => {
    setEdited(true);
    setProblem(isJson ? jsonProblem(text) : '');
  });

  useLayoutEffect(() => {
    const parent = box.current;
    if (read === null || parent === null) return undefined;
    let isGone = false;
    loadEditor().then(
      (Editor) => {
        if (isGone) return;
        const own: TextEditor = new Editor({
          parent,
          text: read.text,
          label: t`Text of ${leaf}`,
          onChange: () => note(own.text),
          onSave: () => saveByKey(),
        });
        editor.current = own;
      },
      (thrown: unknown) => setError(StowageError.from(thrown)),
    );
    return () => {
      isGone = true;
      editor.current?.dispose();
      editor.current = null;
    };
  }, [read, leaf]);

  return (
    <Dialog
      title={t`Edit ${leaf}`}
      isOpen
      // Escape must not lose what was typed.
      onClose={() => (isEdited ? setLeaving(true) : onClose())}
      size="wide"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose}>{isEdited ? t`Discard changes` : t`Close`}</Button>
          <Button
            variant="primary"
            isDisabled={!isEdited || isSaving || isConflict}
            onPress={() => save('if-unchanged')}
          >{t`Save`}</Button>
        </>
      }
    >
      <div ref={box} className={styles.editor} data-state={read === null ? 'loading' : 'ready'} />
      {read === null && error === null ? <p role="status">{t`Loading…`}</p> : null}
      {problem === '' ? null : <p className={styles.problem} role="status">{t`Not valid JSON: ${problem}`}</p>}
      {isConflict ? (
        <Conflict name={blob.name} onOverwrite={() => save('overwrite')} onSaveAs={(as) => save('if-unchanged', as)} />
      ) : null}
      {isLeaving && !isConflict ? (
        <p
          className={styles.problem}
          role="alert"
        >{t`The changes are not saved. Save them, or choose Discard changes.`}</p>
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

export interface ConflictProps {
  readonly name: string;
  readonly onOverwrite: () => void;
  readonly onSaveAs: (name: string) => void;
}

/** What can be done where the blob is another version than the one that was edited. */
export function Conflict({ name, onOverwrite, onSaveAs }: ConflictProps) {
  const [newName, setNewName] = useState(() => besideName(name));
  return (
    <section className={styles.conflict} role="alert" aria-label={t`Conflict`}>
      <p className={styles.message}>{t`The blob was changed or deleted after it was read. Nothing was saved yet.`}</p>
      <div className={styles.choices}>
        <div className={styles.newName}>
          <TextField
            label={t`New name`}
            value={newName}
            onChange={setNewName}
            face="mono"
            onSubmit={() => onSaveAs(newName)}
          />
        </div>
        <Button
          isDisabled={newName === '' || newName === name}
          onPress={() => onSaveAs(newName)}
        >{t`Save under this name`}</Button>
        <Button variant="danger" onPress={onOverwrite}>{t`Overwrite`}</Button>
      </div>
    </section>
  );
}

/** `notes (mine).txt` */
function besideName(name: string): string {
  const dot = name.lastIndexOf('.');
  const end = dot > name.lastIndexOf('/') + 1 ? dot : name.length;
  return `${name.slice(0, end)} (${t`mine`})${name.slice(end)}`;
}

async function loadEditor(): Promise<typeof TextEditor> {
  return (await import('./text-editor')).TextEditor;
}

/** Exactly the bytes of one version, which must be UTF-8. */
async function readText(blob: BlobAddress, signal: AbortSignal): Promise<ReadText> {
  const { bytes, etag } = await call('blobs.properties', blob, { signal });
  if (bytes > maxEditedBytes) {
    throw tooLarge(t`it has ${formatBytes(bytes)}; up to ${formatBytes(maxEditedBytes)} can be edited here.`);
  }
  const whole = new Uint8Array(bytes);
  for (let offset = 0; offset < bytes; offset += previewRangeBytes) {
    const range = { offset, length: Math.min(previewRangeBytes, bytes - offset) };
    whole.set((await call('preview.read', { ...blob, etag, ...range }, { signal })).bytes, offset);
  }
  // UTF-16 without a mark passes for UTF-8, until something is typed into it.
  if (whole.includes(0)) throw tooLarge(t`it has zero bytes between its characters, as UTF-16 has.`);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole), etag };
  } catch {
    throw tooLarge(t`it is not UTF-8 text.`);
  }
}

function tooLarge(problem: string): StowageError {
  const fix = t`Open it with another program.`;
  return new StowageError('invalid.input', problem, { context: { field: t`Blob`, problem, fix } });
}

function jsonProblem(text: string): string {
  try {
    JSON.parse(text.replace(/^\ufeff/u, ''));
    return '';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : '';
  }
}
