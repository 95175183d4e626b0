// Copies the URL of a blob or container, which contains no secret.
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';
import { PanelVerb } from './panel-action';

export function CopyUrl({ url }: { readonly url: string }) {
  const copy = (): void => {
    call('clipboard.write', { text: url }).then(
      () =>
        showToast({ tone: 'good', title: t`Copied the URL`, text: t`It holds no key and no SAS.`, topic: 'clipboard' }),
      (thrown: unknown) => {
        showFailure(thrown);
      },
    );
  };
  return <PanelVerb action="copy-url" disabledReason={null} onPress={copy}>{t`Copy URL`}</PanelVerb>;
}
