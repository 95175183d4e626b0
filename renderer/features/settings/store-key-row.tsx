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
        title: key === 'published' ? t`The store now accepts the published key` : t`The store has a new random key`,
      });
      onChanged();
    });
  const title = t`Accept published key`;
  return (
    <>
      <Row
        title={title}
        text={
          data?.key === 'published'
            ? t`Every user and program on this computer can read, change and delete the data in the store. Turning this off creates a new random key and restarts the engine.`
            : t`For tools that only know the key published by Azurite. Every user and program on this computer can then use the store; currently it has a random key that only you can read. Turning this on restarts the engine.`
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
