// An import without an input yet: pick a file, drop one, or paste.
import { t } from '@shared/strings/t';
import { Button, EmptyState, KeyCap } from '@renderer/ui';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './source-choice.module.css';

export interface SourceChoiceProps {
  readonly table: string;
  readonly onPick: () => void;
  /** Imports into this table that were started before. */
  readonly children?: ReactNode;
}

export function SourceChoice({ table, onPick, children }: SourceChoiceProps) {
  return (
    <div className={styles.choice}>
      <div className={styles.choiceWords}>
        <EmptyState
          icon={<FileUp size={24} strokeWidth={1.5} />}
          title={t`Import rows into ${table}`}
          actions={<Button variant="primary" onPress={onPick}>{t`Choose a file…`}</Button>}
        >
          {t`CSV, TSV, JSON or JSON Lines. Drop a file here, or copy cells of a spreadsheet and press`}{' '}
          <KeyCap keys="Ctrl V" />
          {t`. Nothing is written before you have seen the plan.`}
        </EmptyState>
      </div>
      {children}
    </div>
  );
}
