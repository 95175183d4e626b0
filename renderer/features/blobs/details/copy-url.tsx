// Copies the address of a blob or container. It holds no secret.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { describeError, showToast } from '@renderer/ui';
import { PanelVerb } from './panel-verb';

export function CopyUrl({ url }: { readonly url: string }) {
  const copy = (): void => {
    call('clipboard.write', { text: url }).then(
      () =>
        showToast({ tone: 'good', title: t`Copied the URL`, text: t`It holds no key and no SAS.`, topic: 'clipboard' }),
      (thrown: unknown) => {
        const words = describeError(StowageError.from(thrown));
        showToast({ tone: 'bad', title: words.title, text: words.explanation });
      },
    );
  };
  return <PanelVerb verb="copy-url" refusal={null} onPress={copy}>{t`Copy URL`}</PanelVerb>;
}
