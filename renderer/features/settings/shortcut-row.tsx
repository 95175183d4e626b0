// One command and its key binding: set a new one, remove it, reset it; conflicts are reported.
import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Objection, chooseKey, objectionTo, resetKey } from '@shared/keyboard/bindings';
import { chordLabel, chordOf } from '@shared/keyboard/chord';
import { type ChosenKeys, type CommandId, commands } from '@shared/keyboard/commands';
import { t } from '@shared/strings/t';
import { bindingsNow, platformHere } from '@renderer/keys/keys';
import { Button, IconButton, KeyCap } from '@renderer/ui';
import styles from './shortcuts.module.css';

interface ShortcutRowProps {
  readonly command: CommandId;
  readonly chosen: ChosenKeys;
  readonly onChange: (chosen: ChosenKeys) => void;
}

type Recording =
  | { readonly state: 'off' }
  | { readonly state: 'on' }
  | { readonly state: 'refused'; readonly chord: string; readonly objection: Objection };

export function ShortcutRow({ command, chosen, onChange }: ShortcutRowProps) {
  const [recording, setRecording] = useState<Recording>({ state: 'off' });
  const { title } = commands[command];
  const keys = bindingsNow(chosen).chordsOf(command);
  const give = (chord: string | null): void => {
    onChange(chooseKey(chosen, command, chord, platformHere));
    setRecording({ state: 'off' });
  };
  const record = (chord: string): void => {
    const objection = objectionTo(chord, command, chosen, platformHere);
    if (objection === undefined) give(chord);
    else setRecording({ state: 'refused', chord, objection });
  };

  return (
    <div className={styles.row} role="group" aria-label={title}>
      <span className={styles.words}>{title}</span>
      {recording.state === 'off' ? (
        <span className={styles.keys}>
          {keys.map((chord) => (
            <KeyCap key={chord} keys={chordLabel(chord)} />
          ))}
          {keys.length === 0 && <span className={styles.none}>{t`none`}</span>}
        </span>
      ) : (
        <Recorder
          onChord={record}
          onLeave={() => setRecording({ state: 'off' })}
          label={t`New shortcut for ${title}`}
        />
      )}
      <span className={styles.acts}>
        <Button
          size="small"
          variant="quiet"
          aria-label={recording.state === 'off' ? t`Change shortcut of ${title}` : t`Cancel new shortcut for ${title}`}
          onPress={() => setRecording({ state: recording.state === 'off' ? 'on' : 'off' })}
        >
          {recording.state === 'off' ? t`Change` : t`Cancel`}
        </Button>
        <IconButton
          label={t`Remove shortcut of ${title}`}
          size="small"
          icon={<X size={14} />}
          isDisabled={keys.length === 0}
          onPress={() => give(null)}
        />
        <IconButton
          label={t`Reset shortcut of ${title}`}
          size="small"
          icon={<RotateCcw size={14} />}
          isDisabled={!Object.hasOwn(chosen, command)}
          onPress={() => onChange(resetKey(chosen, command))}
        />
      </span>
      {recording.state === 'refused' && (
        <ObjectionNote chord={recording.chord} objection={recording.objection} onTake={() => give(recording.chord)} />
      )}
    </div>
  );
}

/** Captures the next keys that can be a shortcut. Escape cancels; Tab alone moves the focus, as everywhere. */
function Recorder(props: {
  readonly label: string;
  readonly onChord: (chord: string) => void;
  readonly onLeave: () => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, key } = event;
    if (key === 'Tab' && !ctrlKey && !metaKey && !altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      props.onLeave();
      return;
    }
    const chord = chordOf(event, platformHere);
    if (chord !== null) props.onChord(chord);
  };
  return (
    <input
      ref={box}
      className={styles.recorder}
      aria-label={props.label}
      placeholder={t`Press keys`}
      value=""
      readOnly
      onKeyDown={onKeyDown}
    />
  );
}

function ObjectionNote(props: { readonly chord: string; readonly objection: Objection; readonly onTake: () => void }) {
  const { chord, objection } = props;
  if (objection.kind === 'fixed') {
    return (
      <p className={styles.refusal} role="alert">
        {t`${chordLabel(chord)} is reserved (${objection.view}: ${objection.does.toLowerCase()}). Press other keys.`}
      </p>
    );
  }
  const owner = commands[objection.by].title;
  return (
    <p className={styles.refusal} role="alert">
      {t`${chordLabel(chord)} is assigned to “${owner}”.`}
      <Button size="small" onPress={props.onTake}>{t`Reassign`}</Button>
    </p>
  );
}
