// Actions on all requests of a run: save them to a file, or continue from a token from elsewhere.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, IconButton, MenuButton, Popover, showFailure, showToast, TextField } from '@renderer/ui';
import { Download, KeyRound } from 'lucide-react';
import { useContext, useState } from 'react';
import { OverlayTriggerStateContext } from 'react-aria-components';
import { type SharedRun, requestsHar, requestsJson } from './requests-file';

interface RequestsActionsProps {
  /** Called when a file is requested. */
  readonly run: () => SharedRun;
  readonly onContinueFrom: (token: string) => void;
}

export function RequestsActions({ run, onContinueFrom }: RequestsActionsProps) {
  const save = async (extension: 'json' | 'har'): Promise<void> => {
    try {
      const shared = run();
      const { version } = await call('app.info', {});
      const text = extension === 'json' ? requestsJson(shared) : requestsHar(shared, version);
      const suggestedName = `${shared.table}-requests.${extension}`;
      const { saved } = await call('files.save-text', { suggestedName, text });
      if (saved) showToast({ tone: 'good', title: t`Saved ${counted(shared.requests.length, 'request')}` });
    } catch (thrown) {
      showFailure(thrown, t`Could not save the requests`);
    }
  };
  return (
    <>
      <TokenButton onContinueFrom={onContinueFrom} />
      <MenuButton
        label={t`Save requests`}
        placement="bottom end"
        entries={[
          {
            id: 'json',
            label: t`Save as JSON`,
            description: t`Times, sizes and tokens`,
            onAction: () => void save('json'),
          },
          {
            id: 'har',
            label: t`Save as HAR 1.2`,
            description: t`For browser network panels`,
            onAction: () => void save('har'),
          },
        ]}
      >
        <IconButton label={t`Save requests`} icon={<Download size={16} aria-hidden />} />
      </MenuButton>
    </>
  );
}

function TokenButton({ onContinueFrom }: Pick<RequestsActionsProps, 'onContinueFrom'>) {
  return (
    <Popover
      label={t`Continue from token`}
      placement="top end"
      trigger={<IconButton label={t`Continue from token`} icon={<KeyRound size={16} aria-hidden />} />}
    >
      <TokenForm onContinueFrom={onContinueFrom} />
    </Popover>
  );
}

function TokenForm({ onContinueFrom }: Pick<RequestsActionsProps, 'onContinueFrom'>) {
  const popover = useContext(OverlayTriggerStateContext);
  const [token, setToken] = useState('');
  const submit = (): void => {
    const given = token.trim();
    if (given === '') return;
    // The result is shown in the tab, which cannot be reached while the form is open.
    popover?.close();
    onContinueFrom(given);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t`Continuation token of this query`}
        face="mono"
        value={token}
        onChange={setToken}
        autoFocus
        after={<Button type="submit" size="small" isDisabled={token.trim() === ''}>{t`Continue`}</Button>}
      />
    </form>
  );
}
