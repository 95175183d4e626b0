// The navigator and the dialog that adds a connection, from the user's point of view.
import { type Locator, type Page, expect } from '@playwright/test';

export class ConnectionDialog {
  readonly dialog: Locator;
  readonly connectionString: Locator;
  readonly name: Locator;
  readonly addButton: Locator;
  /** The result of testing the connection. */
  readonly found: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Add a connection' });
    this.connectionString = this.dialog.getByRole('textbox', { name: 'Connection string' });
    this.name = this.dialog.getByRole('textbox', { name: 'Name', exact: true });
    this.addButton = this.dialog.getByRole('button', { name: 'Add connection' });
    this.found = this.dialog.getByRole('status');
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Connections' })
      .getByRole('button', { name: 'Add a connection' })
      .click();
    await expect(this.dialog).toBeVisible();
  }

  async choose(kind: 'Connection string' | 'Account key' | 'SAS' | 'Sign in' | 'Emulator' | 'Hub'): Promise<void> {
    await this.dialog.getByRole('radiogroup', { name: 'Connection method' }).getByText(kind, { exact: true }).click();
  }

  async test(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Test', exact: true }).click();
  }

  async add(): Promise<void> {
    await this.addButton.click();
    await expect(this.dialog).toBeHidden();
  }
}

export class Navigator {
  readonly tree: Locator;

  constructor(readonly page: Page) {
    this.tree = page.getByRole('tree', { name: 'Connections' });
  }

  item(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  /** Opens a table or container; its name must be the only one like it in the tree. */
  async open(name: string): Promise<void> {
    // Names that are still to come would move the row under the mouse.
    await expect(this.tree).toHaveAttribute('aria-busy', 'false');
    await this.item(name).click();
    await expect(this.page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }

  async choose(connection: string, action: string | RegExp): Promise<void> {
    await this.item(connection).click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: action }).click();
  }
}

/** Adds a connection by its string through the dialog; it opens in the tree automatically. */
export async function addConnection(
  page: Page,
  name: string,
  connectionString: string,
  marking: 'none' | 'production' = 'none',
): Promise<Navigator> {
  const dialog = new ConnectionDialog(page);
  await dialog.open();
  await dialog.choose('Connection string');
  await dialog.connectionString.fill(connectionString);
  await dialog.name.fill(name);
  if (marking === 'production')
    await dialog.dialog.getByRole('checkbox', { name: 'Production' }).check({ force: true });
  await dialog.add();
  const navigator = new Navigator(page);
  await expect(navigator.item(name)).toHaveAttribute('aria-expanded', 'true');
  return navigator;
}
