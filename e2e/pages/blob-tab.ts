// The preview of one blob in its tab: the views of its bytes, the pages, the search.
import { type Locator, type Page, expect } from '@playwright/test';
import { ContainerTab } from './container-tab';

class BlobTab {
  readonly panel: Locator;
  readonly controls: Locator;
  readonly search: Locator;
  /** Which bytes are shown. */
  readonly place: Locator;

  constructor(
    readonly page: Page,
    readonly blob: string,
  ) {
    this.panel = page.getByRole('tabpanel', { name: blob, exact: true });
    this.controls = this.panel.getByRole('radiogroup', { name: 'View as' });
    this.search = this.panel.getByRole('search');
    this.place = this.panel.getByText(/^(?:All|Bytes) [\d,]+/);
  }

  text(of: 'Text' | 'Bytes' | 'JSON' = 'Text'): Locator {
    return this.panel.getByRole('region', { name: `${of} of ${this.blob}` });
  }

  rows(): Locator {
    return this.panel.getByRole('table').getByRole('row');
  }

  async show(view: string): Promise<void> {
    await this.controls.getByText(view, { exact: true }).click();
  }

  async turn(to: 'First' | 'Previous' | 'Next' | 'Last'): Promise<void> {
    await this.panel.getByRole('button', { name: `${to} page` }).click();
  }

  async goTo(place: string): Promise<void> {
    const field = this.panel.getByRole('textbox', { name: 'Go to byte' });
    await field.fill(place);
    await field.press('Enter');
  }

  async find(text: string): Promise<void> {
    if (!(await this.search.isVisible())) await this.page.keyboard.press('Control+f');
    await this.search.getByRole('textbox', { name: 'Find' }).fill(text);
  }
}

/** Opens a blob from its row in the container, by keyboard. */
export async function openBlob(page: Page, container: string, blob: string): Promise<BlobTab> {
  const tab = new ContainerTab(page, container);
  await tab.row(blob).click();
  await page.keyboard.press('Enter');
  const opened = new BlobTab(page, blob);
  await expect(opened.panel).toBeVisible();
  return opened;
}
