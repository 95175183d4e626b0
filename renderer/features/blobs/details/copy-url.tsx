// Copies the address of a blob or container. It holds no secret.
import { StowageError } from '@shared/errors';
import { call } from '@renderer/bridge';
import { describeError, showToast } from '@renderer/ui';
import { Verb } from './facts';

export function CopyUrl({ url }: { readonly url: string }) {
  const copy = (): void => {
    call('clipboard.write', { text: url }).then(
      () => showToast({ tone: 'good', title: 'Copied the URL', text: 'It holds no key and no SAS.' }),
      (thrown: unknown) => {
        const words = describeError(StowageError.from(thrown));
        showToast({ tone: 'bad', title: words.title, text: words.explanation });
      },
    );
  };
  return (
    <Verb refusal={null} onPress={copy}>
      Copy URL
    </Verb>
  );
}
