// The question before a tab or the window with staged changes closes: keep editing, review them, or discard them.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { useConnections } from '@renderer/features/connections';
import { keyText } from '@renderer/features/tables';
import { Button, Dialog } from '@renderer/ui';
import { type ClosingAsk, type StagedTab, discardAndClose, keepOpen, reviewInstead, useClosing } from './closing';
import styles from './closing-ask.module.css';

export function ClosingQuestion() {
  const ask = useClosing((state) => state.ask);
  return ask === null ? null : <OpenQuestion ask={ask} />;
}

function OpenQuestion({ ask }: { readonly ask: ClosingAsk }) {
  const connections = useConnections();
  const placeOf = (connectionId: string): string => {
    const name = connections.find(({ id }) => id === connectionId)?.name;
    return name === undefined ? '' : t` on ${name}`;
  };
  const count = ask.stagedTabs.reduce((sum, { staged }) => sum + staged.editIds.length, 0);
  const changes = changesOf(count);
  const place = ask.what === 'window' ? t`the window` : plural(ask.stagedTabs.length)`the tab | the tabs`;
  return (
    <Dialog
      title={plural(count)`${changes} is not applied | ${changes} are not applied`}
      isOpen
      onClose={keepOpen}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="danger" onPress={() => discardAndClose(ask)}>
            {t`Discard ${changes}`}
          </Button>
          <span className={styles.between} />
          <Button onPress={keepOpen} autoFocus>{t`Keep editing`}</Button>
          <Button variant="primary" onPress={() => reviewInstead(ask)}>{t`Review`}</Button>
        </>
      }
    >
      <p>{t`Nothing of this was sent. Closing ${place} would lose it:`}</p>
      <ul className={styles.list}>
        {ask.stagedTabs.map((one) => (
          <li key={JSON.stringify(one.tab)}>{lostWords(one, placeOf(one.staged.connectionId))}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function lostWords({ tab, staged }: StagedTab, place: string): string {
  const changes = changesOf(staged.editIds.length);
  return tab.kind === 'entity'
    ? t`${changes} to ${keyText(tab.rowKey)} of ${staged.table}${place}`
    : t`${changes} to ${staged.table}${place}`;
}

function changesOf(count: number): string {
  return counted(count, 'change');
}
