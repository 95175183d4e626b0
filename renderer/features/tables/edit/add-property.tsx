// A new property of the entity: name, type and value, staged with one press.
import { t } from '@shared/strings/t';
import { Button, Select, TextField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import { Plus } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import styles from './entity-form.module.css';
import { typeOptions } from './property-field';
import { valueProblemOf } from './property-problem';
import { type TypedText, readTyped } from './typed-text';

export interface AddPropertyProps {
  /** Why a property cannot be called so. */
  readonly problem: (name: string) => string | undefined;
  readonly onAdd: (change: PropertyChange) => void;
}

export function AddProperty({ problem, onAdd }: AddPropertyProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [type, setType] = useState<EdmType>('Edm.String');
  const [text, setText] = useState('');
  const [told, setTold] = useState<Told>({});
  if (!isOpen) {
    return (
      <Button variant="quiet" size="small" icon={<Plus size={14} aria-hidden />} onPress={() => setOpen(true)}>
        {t`Add a property`}
      </Button>
    );
  }
  const close = (): void => {
    setOpen(false);
    setName('');
    setText('');
    setTold({});
  };
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readTyped(text, type);
    const wrong = valueWords(name, read, told.value);
    const words: Told = { ...optional('name', problem(name)), ...optional('value', wrong) };
    setTold(words);
    if (words.name !== undefined || words.value !== undefined || read.kind === 'refused') return;
    onAdd({ kind: 'set', name, value: read.value });
    close();
  };
  return (
    <form aria-label={t`Add a property`} className={styles.add} onSubmit={add}>
      <div className={styles.addHead}>
        <TextField
          label={t`Name`}
          face="mono"
          autoFocus
          value={name}
          onChange={(next) => {
            setName(next);
            setTold({});
          }}
          errorMessage={told.name}
        />
        <Select label={t`Type`} options={typeOptions} value={type} onChange={setType} />
      </div>
      <TextField
        label={t`Value`}
        face="mono"
        rows={type === 'Edm.String' ? 2 : 1}
        value={text}
        onChange={(next) => {
          setText(next);
          setTold({});
        }}
        errorMessage={told.value}
      />
      <div className={styles.buttons}>
        <Button size="small" onPress={close}>{t`Cancel`}</Button>
        <Button size="small" variant="primary" type="submit">{t`Add`}</Button>
      </div>
    </form>
  );
}

interface Told {
  readonly name?: string;
  readonly value?: string;
}

/** What is to be read before the value is taken; a doubtful one is taken when its sentence was there already. */
function valueWords(name: string, read: TypedText, told: string | undefined): string | undefined {
  if (read.kind === 'refused') return read.sentence;
  const sentence = read.kind === 'doubtful' ? t`${read.sentence} Add again to take it.` : undefined;
  return valueProblemOf(name, read.value) ?? (told === sentence ? undefined : sentence);
}

function optional(key: keyof Told, words: string | undefined): Told {
  return words === undefined ? {} : { [key]: words };
}
