// Asks for one name: of a blob or folder that is renamed, or of a new folder.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '@shared/strings/t';
import { Button, Dialog, TextField } from '@renderer/ui';
import { nameProblem } from './names';

export interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly initial: string;
  /** How much of it is selected, so that typing replaces that. */
  readonly selectedLength: number;
  readonly confirmLabel: string;
  /** What happens, in a sentence or two. */
  readonly children: ReactNode;
  /** The folder it is in, `''` for the top of the container. */
  readonly prefix: string;
  readonly isTaken: (name: string) => boolean;
  readonly onClose: () => void;
  readonly onConfirm: (name: string) => void;
}

export function NameDialog(props: NameDialogProps) {
  const { title, label, initial, selectedLength, confirmLabel, children, prefix, isTaken, onClose, onConfirm } = props;
  const [name, setName] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.setSelectionRange(0, selectedLength), [selectedLength]);
  const problem =
    nameProblem(name, prefix) ?? (name !== initial && isTaken(name) ? t`This name already exists.` : null);
  const isReady = problem === null && name !== initial;
  const confirm = (): void => {
    if (!isReady) return;
    onClose();
    onConfirm(name);
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isDisabled={!isReady} onPress={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <TextField
        label={label}
        value={name}
        onChange={setName}
        face="mono"
        autoFocus
        inputRef={field}
        onSubmit={confirm}
        {...(problem !== null && name !== '' ? { errorMessage: problem } : {})}
      />
      {children}
    </Dialog>
  );
}
