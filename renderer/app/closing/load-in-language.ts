// Reloads the window when another language or format is chosen. Staged changes are saved first, so that they are
// restored afterwards.
import { call } from '@renderer/bridge';
import { stagedTables } from '@renderer/features/tables';
import { showFailure, showToast } from '@renderer/ui';
import { t } from '@shared/strings/t';
import { saveStaged } from './keep-staged';

export function loadInLanguage(): void {
  void load();
}

async function load(): Promise<void> {
  if (stagedTables().length > 0 && (await saveStaged()) === 'unkept') {
    showToast({
      tone: 'information',
      title: t`The change is seen after the next start`,
      text: t`This window has changes that are not applied, and reloading it would lose them.`,
    });
    return;
  }
  await call('windows.load-anew', {}).catch((thrown: unknown) => {
    showFailure(thrown);
  });
}
