// Where there is nothing: in the container, below a folder, under a start of names.
import { Search, Upload } from 'lucide-react';
import { Button, EmptyState } from '@renderer/ui';

export interface EmptyContainerProps {
  readonly prefix: string;
  /** What the names had to start with. */
  readonly startsWith: string;
  readonly refusal: string | null;
  readonly onPick: () => void;
  /** Null when there is nothing to paste. */
  readonly onPaste: (() => void) | null;
  readonly onUp: () => void;
}

export function EmptyContainer({ prefix, startsWith, refusal, onPick, onPaste, onUp }: EmptyContainerProps) {
  if (startsWith !== '') {
    return (
      <EmptyState icon={<Search size={24} strokeWidth={1.5} />} title={`No name here starts with ${startsWith}`}>
        Capitals count. A wildcard looks into all folders below.
      </EmptyState>
    );
  }
  const isRoot = prefix === '';
  return (
    <EmptyState
      icon={<Upload size={24} strokeWidth={1.5} />}
      title={isRoot ? 'This container is empty' : 'Nothing is stored under this name'}
      actions={
        <>
          {isRoot ? null : <Button onPress={onUp}>Back to the container</Button>}
          {onPaste === null ? null : <Button onPress={onPaste}>Paste</Button>}
          {refusal === null ? <Button onPress={onPick}>Choose files…</Button> : null}
        </>
      }
    >
      {refusal ?? 'Drop files or folders here to upload them.'}
    </EmptyState>
  );
}
