// Keeps the listed requests as CSV or HAR.
import { Download } from 'lucide-react';
import { StowageError } from '@shared/errors';
import type { RequestFilter } from '@shared/model/monitor';
import { formatCount } from '@shared/units';
import { Button, MenuButton, showToast } from '@renderer/ui';
import { type RequestsFormat, mostSaved, saveRequests } from './save-requests';

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
        title: `Saved ${formatCount(requests)} requests`,
        ...(left > 0 ? { text: `The newest ones; ${formatCount(left)} older ones are not in the file.` } : {}),
      });
    } catch (thrown) {
      showToast({ tone: 'bad', title: 'Could not save the requests', text: StowageError.from(thrown).message });
    }
  };
  return (
    <MenuButton
      label="Save the requests"
      placement="bottom end"
      entries={[
        { id: 'csv', label: 'Save as CSV…', description: 'A line for each', onAction: () => void save('csv') },
        {
          id: 'har',
          label: 'Save as HAR…',
          description: `For browsers and proxies; the newest ${formatCount(mostSaved.har)} at most`,
          onAction: () => void save('har'),
        },
      ]}
    >
      <Button icon={<Download size={14} />} isDisabled={isDisabled}>
        Save
      </Button>
    </MenuButton>
  );
}
