// Saves a chart to a file: its data, or its picture.
import { Download } from 'lucide-react';
import { memo } from 'react';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { IconButton, MenuButton, showFailure, showToast } from '@renderer/ui';
import { pngOf } from './chart-picture';

export interface SaveChartProps {
  readonly label: string;
  /** The name of the file, without an extension. */
  readonly name: string;
  readonly csv: () => string;
  /** The drawing as SVG text; null while there is none. */
  readonly picture: () => string | null;
  /** Why there is no picture now, if that is known in advance. */
  readonly pictureMissing?: string;
}

type Saved = Promise<{ readonly saved: boolean }>;

/** Behind `memo`: beside a chart that moves, its functions are better the same from frame to frame. */
export const SaveChart = memo(function SaveChart({ label, name, csv, picture, pictureMissing }: SaveChartProps) {
  const fileName = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  const save = async (write: () => Saved): Promise<void> => {
    try {
      const { saved } = await write();
      if (saved) showToast({ tone: 'good', title: t`Chart saved` });
    } catch (thrown) {
      showFailure(thrown, t`Could not save the chart`);
    }
  };
  const drawn = (): string => {
    const svg = picture();
    if (svg === null) throw new StowageError('bug.unexpected', 'There is no drawing to save.');
    return svg;
  };
  const saveText = async (extension: string, make: () => string): Saved =>
    call('files.save-text', { suggestedName: `${fileName}.${extension}`, text: make() });
  const savePng = async (): Saved =>
    call('files.save-bytes', { suggestedName: `${fileName}.png`, base64: await pngOf(drawn()) });
  const isDisabled = pictureMissing !== undefined;
  const description = pictureMissing ?? t`As shown on screen`;
  return (
    <MenuButton
      label={label}
      placement="bottom end"
      entries={[
        {
          id: 'csv',
          label: t`Save data as CSV`,
          description: t`All plotted points`,
          onAction: () => void save(() => saveText('csv', csv)),
        },
        {
          id: 'png',
          label: t`Save image as PNG`,
          description,
          isDisabled,
          onAction: () => void save(savePng),
        },
        {
          id: 'svg',
          label: t`Save image as SVG`,
          description,
          isDisabled,
          onAction: () => void save(() => saveText('svg', drawn)),
        },
      ]}
    >
      <IconButton label={label} size="small" icon={<Download size={14} aria-hidden />} />
    </MenuButton>
  );
});
