// Simulated input of the tour: finds controls by role and name as a user would, and really presses, chooses and types.
import { t } from '@shared/strings/t';
import { TourStuck, settle, until } from './wait';

type Scope = ParentNode;

function isShown(element: Element): boolean {
  return element.closest('[hidden], [inert], [aria-hidden="true"]') === null && element.getClientRects().length > 0;
}

function nameOf(element: Element): string {
  const labelled = element.getAttribute('aria-label');
  if (labelled !== null) return labelled.trim();
  const by = element.getAttribute('aria-labelledby');
  if (by !== null) {
    const parts = by.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? '');
    return parts.join(' ').replace(/\s+/g, ' ').trim();
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return [...(element.labels ?? [])]
      .map((label) => label.textContent)
      .join(' ')
      .trim();
  }
  return element.textContent.replace(/\s+/g, ' ').trim();
}

const selectors: Readonly<Record<string, string>> = {
  button: 'button, [role="button"]',
  textbox: 'input,textarea',
  option: '[role="option"]',
  treeitem: '[role="treeitem"]',
  row: '[role="row"]',
  tab: '[role="tab"]',
  group: '[role="group"], fieldset',
};

/**
 * The first visible element of that role whose name equals, begins with or ends with this text (a select has its choice
 * before its label), or matches the pattern.
 */
export function find(
  role: keyof typeof selectors,
  name: string | RegExp,
  within: Scope = document,
): HTMLElement | null {
  const candidates = within.querySelectorAll<HTMLElement>(selectors[role] ?? `[role="${role}"]`);
  for (const element of candidates) {
    if (!isShown(element)) continue;
    const actual = nameOf(element);
    if (typeof name === 'string' ? isCalled(actual, name) : name.test(actual)) return element;
  }
  return null;
}

function isCalled(actual: string, name: string): boolean {
  return actual === name || actual.startsWith(`${name} `) || actual.endsWith(` ${name}`);
}

export async function press(role: string, name: string | RegExp, signal: AbortSignal, within?: Scope): Promise<void> {
  const element = await until(t`The control “${String(name)}”`, () => find(role, name, within), signal);
  element.focus();
  element.click();
}

/** Replaces the text of a field, as typing would. */
export async function type(name: string | RegExp, text: string, signal: AbortSignal, within?: Scope): Promise<void> {
  const field = await until(t`The field “${String(name)}”`, () => find('textbox', name, within), signal);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    throw new TourStuck(t`The field “${String(name)}” cannot be typed into.`);
  }
  field.focus();
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Opens a select and takes an option. */
export async function choose(select: string | RegExp, option: string, signal: AbortSignal): Promise<void> {
  await press('button', select, signal);
  await press('option', option, signal);
  await until(t`The end of the list “${String(select)}”`, () => find('option', option) === null, signal);
  // A closing list gives the focus back a moment later; typing before that would lose it again.
  await until(t`The focus on “${String(select)}”`, () => document.activeElement !== document.body, signal);
  await settle(signal);
}
