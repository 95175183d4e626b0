// A run, or a comparison, as a file: report as HTML or PDF, rows as CSV, everything as JSON.
import { Download } from 'lucide-react';
import { neutralFormats, writtenAs } from '@shared/strings/formats';
import { reportOf } from '@shared/lab/report/report';
import { reportHtml } from '@shared/lab/report/report-html';
import { runCsv, runJson } from '@shared/lab/run-files';
import type { RunRecord } from '@shared/lab/run';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { Button, MenuButton, showFailure, showToast } from '@renderer/ui';

export function ExportMenu({ run }: { readonly run: RunRecord }) {
  const stem = fileStem(run.name);
  const html = (): string => writtenAs(neutralFormats, () => reportHtml(reportOf(run)));
  return (
    <MenuButton
      label={t`Export`}
      entries={[
        {
          id: 'html',
          label: t`Report as HTML`,
          description: t`a single file that opens anywhere`,
          onAction: () => void saveText(`${stem}.html`, html()),
        },
        { id: 'pdf', label: t`Report as PDF`, onAction: () => void savePdf(`${stem}.pdf`, html()) },
        {
          id: 'csv',
          label: t`Rows as CSV`,
          description: counted(run.sampleCount, 'measurement'),
          onAction: () => void saveText(`${stem}.csv`, runCsv(run)),
        },
        {
          id: 'json',
          label: t`Run as JSON`,
          description: t`for another Stowage installation`,
          onAction: () => void saveText(`${stem}.json`, runJson(run)),
        },
      ]}
    >
      <Button icon={<Download size={14} />}>{t`Export`}</Button>
    </MenuButton>
  );
}

export async function saveText(suggestedName: string, text: string): Promise<void> {
  await saveAndReport(suggestedName, () => call('files.save-text', { suggestedName, text }));
}

export async function savePdf(suggestedName: string, html: string): Promise<void> {
  await saveAndReport(suggestedName, () => call('lab.save-pdf', { suggestedName, html }));
}

async function saveAndReport(name: string, save: () => Promise<{ readonly saved: boolean }>): Promise<void> {
  try {
    const { saved } = await save();
    if (saved) showToast({ title: t`Saved ${name}`, tone: 'good' });
  } catch (thrown) {
    showFailure(thrown);
  }
}

/** Letters, digits and dashes: a name that every file system takes. */
function fileStem(name: string): string {
  const stem = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return stem === '' ? 'run' : stem.slice(0, 80).toLowerCase();
}
