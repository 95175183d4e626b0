// An editable list of names and values: metadata and tags.
import { Plus, X } from 'lucide-react';
import type { PairProblems } from '@shared/blob-details/metadata-rules';
import type { NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { Button, IconButton, TextField } from '@renderer/ui';
import styles from './dialogs.module.css';

export interface PairsEditorProps {
  /** The noun for one pair: `entry`, `tag`. */
  readonly what: string;
  readonly pairs: readonly NamedValue[];
  readonly problems: PairProblems;
  readonly onChange: (pairs: readonly NamedValue[]) => void;
  readonly isDisabled: boolean;
}

export function PairsEditor({ what, pairs, problems, onChange, isDisabled }: PairsEditorProps) {
  const replace = (at: number, change: Partial<NamedValue>): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <div className={styles.pairs}>
      {pairs.length === 0 ? <p className={styles.words}>{t`No ${what} yet.`}</p> : null}
      {pairs.map((pair, index) => (
        <div key={index} className={styles.pair} role="group" aria-label={`${what} ${index + 1}`}>
          <TextField
            label={t`Name`}
            labelPosition={index === 0 ? 'above' : 'hidden'}
            face="mono"
            className={styles.pairName ?? ''}
            value={pair.name}
            isDisabled={isDisabled}
            errorMessage={problems.rows[index]?.name}
            autoFocus={pair.name === '' && index === pairs.length - 1}
            onChange={(name) => replace(index, { name })}
          />
          <TextField
            label={t`Value`}
            labelPosition={index === 0 ? 'above' : 'hidden'}
            face="mono"
            className={styles.pairValue ?? ''}
            value={pair.value}
            isDisabled={isDisabled}
            errorMessage={problems.rows[index]?.value}
            onChange={(value) => replace(index, { value })}
          />
          <IconButton
            label={t`Remove ${what} ${pair.name}`.trim()}
            className={index === 0 ? (styles.besideLabel ?? '') : ''}
            icon={<X size={14} />}
            isDisabled={isDisabled}
            onPress={() => onChange(pairs.filter((_pair, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={14} />}
        isDisabled={isDisabled}
        onPress={() => onChange([...pairs, { name: '', value: '' }])}
      >
        {t`Add ${what}`}
      </Button>
      {problems.list === undefined ? null : <p className={styles.problem}>{problems.list}</p>}
    </div>
  );
}
