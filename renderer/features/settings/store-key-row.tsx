// Whether the embedded store accepts the key that Azurite publishes, with what that means for who else can use it.
import type { StoreKey } from '@shared/model/app';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { ErrorNotice, Switch, showToast, useAction } from '@renderer/ui';
import { Extra, Row } from './page';

export interface StoreKeyRowProps {
  /** Called when the store has another key. */
  readonly onChanged: () => void;
}

export function StoreKeyRow({ onChanged }: StoreKeyRowProps) {
  const { data, error, reload } = useCall('store-key.read', {});
  const { error: failure, run } = useAction();
  const shown = failure ?? error;
  const change = (key: StoreKey): Promise<void> =>
    run(async () => {
      await call('store-key.change', { key });
      reload();
      showToast({
        tone: 'good',
        title: key === 'published' ? t`The store accepts the published key` : t`The store has a new key of its own`,
      });
      onChanged();
    });
  const title = t`Accept the published key`;
  return (
    <>
      <Row
        title={title}
        text={
          data?.key === 'published'
            ? t`Every user and every program of this computer can read, change and delete what is in the store. Turning it off makes a new random key and restarts the engine.`
            : t`For tools that know only the key that Azurite publishes. Every user and every program of this computer could then use the store; now it has a random key that only you can read. Turning it on restarts the engine.`
        }
      >
        <Switch
          label={title}
          isSelected={data?.key === 'published'}
          onChange={(isPublished) => void change(isPublished ? 'published' : 'own')}
        />
      </Row>
      {shown !== null && (
        <Extra of={title}>
          <ErrorNotice error={shown} />
        </Extra>
      )}
    </>
  );
}
