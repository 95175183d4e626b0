// Copies a `stowage://` link to what is shown, with a confirmation, or shows why there can be none.
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';
import { renderLink } from '@shared/links/link';
import type { PlacedTarget } from '@shared/links/open-request';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';

type WithoutConnection<T> = T extends PlacedTarget ? Omit<T, 'account' | 'connection'> : never;
/** A target within its connection: the link adds the account, and the local name of the connection. */
export type LinkTarget = WithoutConnection<PlacedTarget>;

export function copyLink(
  { accountName, name }: Pick<ConnectionSummary, 'accountName' | 'name'>,
  target: LinkTarget,
): void {
  const reportFailure = (thrown: unknown): void => {
    showFailure(thrown, t`Could not copy a link`);
  };
  try {
    const text = renderLink({ ...target, account: accountName, connection: name });
    call('clipboard.write', { text }).then(
      () =>
        showToast({
          tone: 'good',
          title: t`Link copied`,
          text: t`It opens in any Stowage that has a connection to ${accountName}. It contains no secret.`,
          topic: 'clipboard',
        }),
      reportFailure,
    );
  } catch (thrown) {
    reportFailure(thrown);
  }
}
