// The question before a tab or the window with staged changes closes: keep editing, review them, or discard them.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { useConnections } from '@renderer/features/connections';
import { keyText } from '@renderer/features/tables';
import { Button, Dialog } from '@renderer/ui';
import { type ClosePrompt, type StagedTab, discardAndClose, keepOpen, reviewInstead, useClosing } from './closing';
import styles from './close-dialog.module.css';

export function CloseDialog() {
  const prompt = useClosing((state) => state.request);
  return prompt === null ? null : <OpenCloseDialog request={prompt} />;
}

function OpenCloseDialog({ request: prompt }: { readonly request: ClosePrompt }) {
  const connections = useConnections();
  const locationOf = (connectionId: string): string => {
    const name = connections.find(({ id }) => id === connectionId)?.name;
    return name === undefined ? '' : t` on ${name}`;
  };
  const count = prompt.stagedTabs.reduce((sum, { staged }) => sum + staged.editIds.length, 0);
  const changes = changesOf(count);
  const where = prompt.what === 'window' ? t`the window` : plural(prompt.stagedTabs.length)`the tab | the tabs`;
  return (
    <Dialog
      title={plural(count)`${changes} has not been applied | ${changes} have not been applied`}
      isOpen
      onClose={keepOpen}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="danger" onPress={() => discardAndClose(prompt)}>
            {t`Discard ${changes}`}
          </Button>
          <span className={styles.between} />
          <Button onPress={keepOpen} autoFocus>{t`Keep editing`}</Button>
          <Button variant="primary" onPress={() => reviewInstead(prompt)}>{t`Review`}</Button>
        </>
      }
    >
      <p>{t`These changes have not been sent. Closing ${where} discards them:`}</p>
      <ul className={styles.list}>
        {prompt.stagedTabs.map((one) => (
          <li key={JSON.stringify(one.tab)}>{lossText(one, locationOf(one.staged.connectionId))}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function lossText({ tab, staged }: StagedTab, where: string): string {
  const changes = changesOf(staged.editIds.length);
  return tab.kind === 'entity'
    ? t`${changes} to ${keyText(tab.rowKey)} of ${staged.table}${where}`
    : t`${changes} to ${staged.table}${where}`;
}

function changesOf(count: number): string {
  return counted(count, 'change');
}
