// Adds a property to an entity: name, type and value, staged with one press.
import type { TableService } from '@shared/model/table-service';
import { t } from '@shared/strings/t';
import { Button, Select, TextField } from '@renderer/ui';
import type { PropertyChange } from '@shared/model/edit';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import styles from './entity-form.module.css';
import { typeOptions } from './property-field';
import { type TypedText, readTyped, valueProblemOf } from './value-draft';
import type { PropertyDraft } from './rejected-texts';

export interface AddPropertyProps {
  /** The draft from before the form showed another row. */
  readonly saved: PropertyDraft | undefined;
  readonly onDraft: (draft: PropertyDraft | undefined) => void;
  /** The user has just returned to the stored draft. */
  readonly takesFocus: boolean;
  /** Why a property cannot get this name. */
  readonly problem: (name: string) => string | undefined;
  /** Whose limits the value is checked against. */
  readonly service: TableService;
  readonly onAdd: (change: PropertyChange) => void;
}

const blank: PropertyDraft = { name: '', type: 'Edm.String', text: '' };

export function AddProperty({ saved: earlierDraft, onDraft, takesFocus, problem, service, onAdd }: AddPropertyProps) {
  const [opened, setOpened] = useState<'closed' | 'by-user' | 'restored'>(
    earlierDraft === undefined ? 'closed' : 'restored',
  );
  const [draft, setDraft] = useState(earlierDraft ?? blank);
  const [reported, setReported] = useState<ReportedProblems>({});
  const { name, type, text } = draft;
  if (opened === 'closed') {
    return (
      <Button variant="quiet" size="small" icon={<Plus size={14} aria-hidden />} onPress={() => setOpened('by-user')}>
        {t`Add property`}
      </Button>
    );
  }
  const enter = (part: Partial<PropertyDraft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraft(next.name === '' && next.text === '' ? undefined : next);
  };
  const close = (): void => {
    setOpened('closed');
    setDraft({ ...blank, type });
    setReported({});
    onDraft(undefined);
  };
  const add = (): 'added' | 'held' => {
    const read = readTyped(text, type);
    const wrong = valueText({ name, read, service }, reported.value);
    const problems: ReportedProblems = { ...optional('name', problem(name)), ...optional('value', wrong) };
    setReported(problems);
    if (problems.name !== undefined || problems.value !== undefined || read.kind === 'rejected') return 'held';
    onAdd({ kind: 'set', name, value: read.value });
    close();
    return 'added';
  };
  /** The window opens the review on these keys, which should include the property. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (event.target instanceof HTMLButtonElement) return;
    if (add() === 'held') event.preventDefault();
  };
  return (
    <form
      aria-label={t`Add property`}
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
      onKeyDown={onKeyDown}
    >
      <div className={styles.addHead}>
        <TextField
          label={t`Name`}
          face="mono"
          autoFocus={opened === 'by-user' || takesFocus}
          value={name}
          onChange={(next) => {
            enter({ name: next });
            setReported({});
          }}
          errorMessage={reported.name}
        />
        <Select label={t`Type`} options={typeOptions} value={type} onChange={(next) => enter({ type: next })} />
      </div>
      <TextField
        label={t`Value`}
        face="mono"
        rows={type === 'Edm.String' ? 2 : 1}
        value={text}
        onChange={(next) => {
          enter({ text: next });
          setReported({});
        }}
        errorMessage={reported.value}
      />
      <div className={styles.buttons}>
        <Button size="small" onPress={close}>{t`Cancel`}</Button>
        <Button size="small" variant="primary" type="submit">{t`Add`}</Button>
      </div>
    </form>
  );
}

interface ReportedProblems {
  readonly name?: string;
  readonly value?: string;
}

/** The message to show before the value is accepted; a doubtful value is accepted once its message was shown. */
function valueText(
  { name, read, service }: { readonly name: string; readonly read: TypedText; readonly service: TableService },
  reported: string | undefined,
): string | undefined {
  if (read.kind === 'rejected') return read.sentence;
  const sentence = read.kind === 'doubtful' ? t`${read.sentence} Press Add again to confirm.` : undefined;
  return valueProblemOf(name, read.value, service) ?? (reported === sentence ? undefined : sentence);
}

function optional(key: keyof ReportedProblems, problems: string | undefined): ReportedProblems {
  return problems === undefined ? {} : { [key]: problems };
}
