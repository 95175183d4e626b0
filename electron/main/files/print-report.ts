// Prints a lab report to a PDF in a hidden window that reads nothing but the report and runs no script, and is
// closed afterwards.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow } from 'electron';
import { isAddressOf } from './is-address-of';

/** The bytes of the PDF. */
export async function printReport(html: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  const page = join(folder, 'report.html');
  const hidden = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, javascript: false, partition: `report-${randomUUID()}` },
  });
  try {
    hidden.webContents.session.webRequest.onBeforeRequest((request, decide) =>
      decide({ cancel: !isAddressOf(page, request.url) }),
    );
    await writeFile(page, html);
    await hidden.loadFile(page);
    return await hidden.webContents.printToPDF({ pageSize: 'A4', printBackground: true });
  } finally {
    hidden.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
