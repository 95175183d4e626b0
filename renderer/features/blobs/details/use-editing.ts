// The life cycle of one edit: the value that was read, the draft, saving under the ETag that was read, and what to do
// if another client has changed it.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import { type FieldChange, carriedOver, changedMeanwhile } from '@shared/blob-details/field-changes';
import type { BlobDetails, NamedValue } from '@shared/model/blob-details';
import { call } from '@renderer/bridge';
import type { BlobAddress } from '../names/blob-address';

/** `T`: the edited value, as it is read. */
export interface EditingParts<T extends { readonly etag: string }> {
  /** As it was when the edit began. */
  readonly read: T;
  readonly readAgain: () => Promise<T>;
  readonly pairsOf: (read: T) => readonly NamedValue[];
  /** Equal for equal content, whatever is edited here. */
  readonly contentOf: (read: T) => string;
  readonly save: (pairs: readonly NamedValue[], ifMatch: string) => Promise<unknown>;
  readonly onSaved: () => void;
}

/** What another client did after it was read. */
export interface Meanwhile {
  readonly changes: readonly FieldChange[];
  readonly content: 'same' | 'changed';
}

export interface Editing {
  readonly draft: readonly NamedValue[];
  readonly setDraft: (draft: readonly NamedValue[]) => void;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly error: StowageError | null;
  readonly meanwhile: Meanwhile | null;
  readonly save: () => Promise<void>;
  /** Goes on from what the service has now: with my changes on top, or without them. */
  readonly goOn: (mine: 'kept' | 'dropped') => void;
}

/** How a blob is read again, and what its content is known by. */
export function blobReading(
  blob: BlobAddress,
  details: BlobDetails,
): Pick<EditingParts<BlobDetails>, 'read' | 'readAgain' | 'contentOf'> {
  return {
    read: details,
    readAgain: () => call('blob-details.read', blob),
    contentOf: ({ bytes, contentMd5 }) => `${bytes} ${contentMd5}`,
  };
}

export function useEditing<T extends { readonly etag: string }>(parts: EditingParts<T>): Editing {
  const { read: first, readAgain, pairsOf, contentOf, save, onSaved } = parts;
  const [read, setRead] = useState(first);
  const [draft, setDraft] = useState(() => pairsOf(first));
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [meanwhile, setMeanwhile] = useState<(Meanwhile & { readonly now: T }) | null>(null);

  const run = async (): Promise<void> => {
    setSaving(true);
    setError(null);
    try {
      await save(draft, read.etag);
      onSaved();
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.code === 'conflict.etag-changed') await compare();
      else setError(failure);
    } finally {
      setSaving(false);
    }
  };
  const compare = async (): Promise<void> => {
    try {
      const now = await readAgain();
      const changes = changedMeanwhile(pairsOf(read), pairsOf(now), draft);
      setMeanwhile({ now, changes, content: contentOf(now) === contentOf(read) ? 'same' : 'changed' });
    } catch (thrown) {
      setError(StowageError.from(thrown));
    }
  };
  const goOn = (mine: 'kept' | 'dropped'): void => {
    if (meanwhile === null) return;
    const { now } = meanwhile;
    setDraft(mine === 'kept' ? carriedOver(pairsOf(read), pairsOf(now), draft) : pairsOf(now));
    setRead(now);
    setMeanwhile(null);
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(pairsOf(read));
  return { draft, setDraft, isChanged, isSaving, error, meanwhile, save: run, goOn };
}
