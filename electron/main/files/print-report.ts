// Prints a lab report to a PDF in a hidden window that reads nothing but the report and runs no script. The window is
// closed afterwards, whatever the report does to it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow } from 'electron';
import { t } from '@shared/strings/t';
import { checkPrintable, isAddressOf, notPrinted } from './printable';

/** The largest report takes a few seconds. */
const defaultLimitMs = 60_000;

/** The bytes of the PDF. Throws `invalid.input` for a page that is too large or takes too long. */
export async function printReport(html: string, limitMs = defaultLimitMs): Promise<Uint8Array> {
  checkPrintable(html);
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  const page = join(folder, 'report.html');
  const hidden = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, javascript: false, partition: `report-${randomUUID()}` },
  });
  let limit: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(notPrinted(t`it takes longer than the time limit for reports`)), limitMs);
    hidden.webContents.once('render-process-gone', () => reject(notPrinted(t`its page was closed`)));
  });
  const print = async (): Promise<Uint8Array> => {
    hidden.webContents.session.webRequest.onBeforeRequest((request, decide) =>
      decide({ cancel: !isAddressOf(page, request.url) }),
    );
    await writeFile(page, html);
    await hidden.loadFile(page);
    return hidden.webContents.printToPDF({ pageSize: 'A4', printBackground: true });
  };
  try {
    const printing = print();
    // It fails when the window is closed under it.
    printing.catch(() => undefined);
    return await Promise.race([printing, ended]);
  } finally {
    clearTimeout(limit);
    if (!hidden.isDestroyed()) hidden.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
