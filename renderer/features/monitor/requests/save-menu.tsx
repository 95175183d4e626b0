// Saves the listed requests as CSV or HAR.
import { Download } from 'lucide-react';
import type { RequestFilter } from '@shared/model/monitor';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Button, MenuButton, ResponsiveLabel, showFailure, showToast } from '@renderer/ui';
import { type RequestsFormat, maxSaved, saveRequests } from './save-requests';

export interface SaveRequestsProps {
  readonly filter: RequestFilter;
  readonly nameOf: (connectionId: string) => string;
  readonly isDisabled: boolean;
}

export function SaveRequests({ filter, nameOf, isDisabled }: SaveRequestsProps) {
  const save = async (format: RequestsFormat): Promise<void> => {
    try {
      const { saved, requests, matched } = await saveRequests(filter, format, nameOf);
      if (!saved) return;
      const left = matched - requests;
      showToast({
        tone: 'good',
        title: t`Saved ${counted(requests, 'request')}`,
        ...(left > 0
          ? {
              text: plural(
                left,
              )`The latest requests; ${formatCount(left)} older one is not in the file. | The latest requests; ${formatCount(left)} older ones are not in the file.`,
            }
          : {}),
      });
    } catch (thrown) {
      showFailure(thrown, t`Could not save the requests`);
    }
  };
  return (
    <MenuButton
      label={t`Save requests`}
      placement="bottom end"
      entries={[
        { id: 'csv', label: t`Save as CSV…`, description: t`One line per request`, onAction: () => void save('csv') },
        {
          id: 'har',
          label: t`Save as HAR…`,
          description: t`For browsers and proxies; up to the latest ${formatCount(maxSaved.har)}`,
          onAction: () => void save('har'),
        },
      ]}
    >
      <Button icon={<Download size={14} />} isDisabled={isDisabled}>
        <ResponsiveLabel needs="little">{t`Save`}</ResponsiveLabel>
      </Button>
    </MenuButton>
  );
}
