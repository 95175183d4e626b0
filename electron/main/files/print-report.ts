// Prints a report of the lab to a PDF: an unseen window without scripts, without network and without a way to anything
// else shows the page, and is gone afterwards.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserWindow as Window, BrowserWindow, dialog } from 'electron';
import { t } from '@shared/strings/t';
import { writeFileWhole } from './text-file';

/** False when nothing was chosen. Throws `local.*`. */
export async function saveReportPdf(window: Window, suggestedName: string, html: string): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: t`Save ${suggestedName}`,
    defaultPath: suggestedName,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  });
  if (canceled || filePath === undefined || filePath === '') return false;
  await writeFileWhole(filePath, await printedReport(html));
  return true;
}

async function printedReport(html: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  const page = join(folder, 'report.html');
  const hidden = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, javascript: false, partition: `report-${randomUUID()}` },
  });
  try {
    hidden.webContents.session.webRequest.onBeforeRequest((request, decide) =>
      decide({ cancel: !request.url.startsWith('file:') }),
    );
    await writeFile(page, html);
    await hidden.loadFile(page);
    return await hidden.webContents.printToPDF({ pageSize: 'A4', printBackground: true });
  } finally {
    hidden.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
