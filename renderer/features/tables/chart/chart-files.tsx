// Keeps a drawing: as a picture, or as the figures behind it.
import { call } from '@renderer/bridge';
import type { Series } from '@renderer/charts/series';
import { IconButton, MenuButton, showToast } from '@renderer/ui';
import { chartCsv } from '@shared/charting/chart-csv';
import type { ChartData } from '@shared/charting/chart-data';
import { StowageError } from '@shared/errors';
import { Download } from 'lucide-react';
import { chartPicture } from './chart-picture';

export interface ChartFilesProps {
  readonly look: 'chart' | 'figures';
  readonly file: {
    /** Without an extension. */
    readonly name: string;
    readonly data: ChartData;
    readonly title: string;
    /** Those that are shown. */
    readonly series: readonly Series<string>[];
    readonly xLabel: string;
    readonly yLabel: string;
    readonly svg: () => SVGSVGElement | null;
  };
}

export function ChartFiles({ look, file }: ChartFilesProps) {
  const save = async (write: () => Promise<{ readonly saved: boolean }>): Promise<void> => {
    try {
      const { saved } = await write();
      if (saved) showToast({ tone: 'good', title: 'Saved the chart' });
    } catch (thrown) {
      showToast({ tone: 'bad', title: 'Could not save the chart', text: StowageError.from(thrown).message });
    }
  };
  const name = file.name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100);
  const saveCsv = (): Promise<{ readonly saved: boolean }> =>
    call('files.save-text', {
      suggestedName: `${name}.csv`,
      text: chartCsv(file.data, file.xLabel, file.yLabel),
    });
  const savePicture = async (): Promise<{ readonly saved: boolean }> => {
    const svg = file.svg();
    if (svg === null) throw new StowageError('bug.unexpected', 'There is no drawing to save.');
    const base64 = await chartPicture({ svg, title: file.title, series: file.series });
    return call('files.save-bytes', { suggestedName: `${name}.png`, base64 });
  };
  return (
    <MenuButton
      label="Save the chart"
      placement="bottom end"
      entries={[
        {
          id: 'csv',
          label: 'Save the figures as CSV',
          description: 'A line for each mark that is drawn',
          onAction: () => void save(saveCsv),
        },
        {
          id: 'png',
          label: 'Save the picture as PNG',
          description: look === 'chart' ? 'As it is on screen' : 'Show the plot first',
          isDisabled: look !== 'chart',
          onAction: () => void save(savePicture),
        },
      ]}
    >
      <IconButton label="Save the chart" size="small" icon={<Download size={14} aria-hidden />} />
    </MenuButton>
  );
}
