// The saved query that is loaded in the bar, above the list, and the actions once it differs from what was saved.
import { t } from '@shared/strings/t';
import { Button, showFailure } from '@renderer/ui';
import styles from './library.module.css';
import type { SaveTask } from './save-form';
import type { TableLibrary } from './use-table-library';

export interface OpenedHeadProps {
  readonly library: TableLibrary;
  readonly onSaveAs: (task: SaveTask) => void;
}

export function OpenedHead({ library, onSaveAs }: OpenedHeadProps) {
  const { opened, terms, saved: savedQueries } = library;
  if (opened === undefined) return null;
  const { saved } = opened;
  const update = (): void => {
    if (terms === undefined) return;
    savedQueries.save({ ...saved, terms }).then(library.markSaved, (thrown: unknown) => {
      showFailure(thrown, t`Could not save ${saved.name}`);
    });
  };
  return (
    <div className={styles.head}>
      <span className={styles.openedName}>
        {saved.name}
        {opened.state === 'changed' ? <span className={styles.openedState}>{t`changed`}</span> : null}
      </span>
      <span className={styles.headVerbs}>
        {opened.state === 'changed' ? (
          <>
            <Button size="small" variant="quiet" onPress={() => library.put(saved.terms, saved)}>{t`Revert`}</Button>
            <Button size="small" variant="primary" isDisabled={terms === undefined} onPress={update}>{t`Save`}</Button>
          </>
        ) : null}
        <Button
          size="small"
          isDisabled={terms === undefined}
          onPress={() => {
            if (terms === undefined) return;
            const { name, description } = saved;
            onSaveAs({ kind: 'new', source: 'bar', name: `${name} 2`, description, terms });
          }}
        >
          {t`Save as…`}
        </Button>
      </span>
    </div>
  );
}
