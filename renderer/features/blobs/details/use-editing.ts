// The life of one edit on a blob: what was read, the draft, saving under the ETag that was read, and what to do when
// somebody else was faster.
import { useState } from 'react';
import { StowageError } from '@shared/errors';
import { type FieldChange, carriedOver, changedMeanwhile } from '@shared/blob-details/field-changes';
import type { BlobDetails, NamedValue } from '@shared/model/blob-details';
import { call } from '@renderer/bridge';
import type { BlobAddress } from './dialog-props';

export interface EditingParts {
  readonly blob: BlobAddress;
  readonly details: BlobDetails;
  readonly pairsOf: (details: BlobDetails) => readonly NamedValue[];
  readonly save: (pairs: readonly NamedValue[], ifMatch: string) => Promise<unknown>;
  readonly onSaved: () => void;
}

/** What somebody else did after the blob was read. */
export interface Meanwhile {
  readonly now: BlobDetails;
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

export function useEditing({ blob, details, pairsOf, save, onSaved }: EditingParts): Editing {
  const [read, setRead] = useState(details);
  const [draft, setDraft] = useState(() => pairsOf(details));
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);

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
      const now = await call('blob-details.read', blob);
      const changes = changedMeanwhile(pairsOf(read), pairsOf(now), draft);
      const isSame = now.bytes === read.bytes && now.contentMd5 === read.contentMd5;
      setMeanwhile({ now, changes, content: isSame ? 'same' : 'changed' });
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
