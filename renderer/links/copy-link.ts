// Copies a `stowage://` link to what is shown, with a confirmation, or says why there can be none.
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';
import { renderLink } from '@shared/links/link';
import type { PlacedTarget } from '@shared/links/opening';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';

type WithoutConnection<T> = T extends PlacedTarget ? Omit<T, 'account' | 'connection'> : never;
/** A place as its connection knows it: the link adds the account, and what the connection is called here. */
export type LinkedPlace = WithoutConnection<PlacedTarget>;

export function copyLink(
  { accountName, name }: Pick<ConnectionSummary, 'accountName' | 'name'>,
  place: LinkedPlace,
): void {
  const say = (thrown: unknown): void => {
    showFailure(thrown, t`Could not copy a link`);
  };
  try {
    const text = renderLink({ ...place, account: accountName, connection: name });
    call('clipboard.write', { text }).then(
      () =>
        showToast({
          tone: 'good',
          title: t`Copied the link`,
          text: t`It opens in every Stowage that has a connection to ${accountName}. No secret is in it.`,
          topic: 'clipboard',
        }),
      say,
    );
  } catch (thrown) {
    say(thrown);
  }
}
