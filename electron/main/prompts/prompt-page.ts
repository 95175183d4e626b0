// The page of a prompt: static HTML without script, in which every text from outside is escaped. Pure.
import { visibleLine } from '@shared/visible-text';

export interface PromptModel {
  readonly title: string;
  readonly message: string;
  /** Its subject, one line each. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** What to type: a secret, once or twice, or the name of something. */
  readonly field?: PromptField;
  readonly confirm: string;
  readonly cancel: string;
  /** `danger`: the keyboard begins at the way out. */
  readonly tone: 'standard' | 'danger';
}

export type PromptField =
  | { readonly kind: 'secret'; readonly label: string; readonly hint: string; readonly minLength: number }
  | {
      readonly kind: 'new-secret';
      readonly label: string;
      readonly again: string;
      readonly hint: string;
      readonly minLength: number;
    }
  | { readonly kind: 'name'; readonly label: string; readonly expected: string };

export interface PromptAppearance {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly theme: 'light' | 'dark' | 'high-contrast';
}

/** Never loaded: main reads the answer from the attempt to navigate there. */
const answerAddress = 'app://prompt/answer';
/**
 * Buttons are disabled for this long, so that the user does not confirm with a key that was meant for something else.
 */
export const settleMs = 500;
/** Ends once nothing has restarted it for `settleMs`: a user who is typing when a prompt opens has not read it yet. */
export function createSettling(): { readonly ended: Promise<void>; readonly beginAgain: () => void } {
  let end = (): void => undefined;
  let timer: NodeJS.Timeout;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const beginAgain = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, settleMs);
  };
  beginAgain();
  return { ended, beginAgain };
}

/** Whether nothing is confirmed until the user has typed something. */
export function mustBeTyped({ field }: Pick<PromptModel, 'field'>): boolean {
  return field !== undefined && (field.kind === 'name' || field.minLength > 0);
}

/** Main runs it in the page: the height that shows everything. Facts scroll where the window cannot be that high. */
export const fullHeight = `(() => {
  const { style } = document.forms[0];
  style.maxHeight = 'none';
  // A scroll bar would narrow the page, which then needs more lines.
  document.documentElement.style.overflow = 'hidden';
  const { height } = document.forms[0].getBoundingClientRect();
  style.maxHeight = document.documentElement.style.overflow = '';
  return height;
})()`;

/** Main runs it in the page then. */
export const enableButtons = `
  for (const button of document.querySelectorAll('button')) button.disabled = false;
  document.querySelector('button[data-first]')?.focus();
`;

/** `problem`: what was wrong with the previous answer; empty if nothing. */
export function promptPage(model: PromptModel, appearance: PromptAppearance, problem: string): string {
  const { field } = model;
  const facts = model.facts.map(({ label, value }, at) => {
    const isSame = label === model.facts[at - 1]?.label;
    return `${isSame ? '' : `<dt>${shown(label)}</dt>`}<dd><bdi>${breakable(shown(value))}</bdi></dd>`;
  });
  const focusOf = (name: 'field' | 'confirm' | 'cancel'): string => {
    const focused = field !== undefined ? 'field' : model.tone === 'danger' ? 'cancel' : 'confirm';
    if (name !== focused) return '';
    return name === 'field' ? ' autofocus' : ' data-first';
  };
  return `<!doctype html>
<html lang="${shown(appearance.language)}" dir="${appearance.direction}" data-theme="${appearance.theme}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${shown(model.title)}</title>
<style>${styles}</style>
</head>
<body>
<form method="get" action="${answerAddress}" autocomplete="off" novalidate aria-labelledby="title" aria-describedby="message">
<h1 id="title">${shown(model.title)}</h1>
<p id="message">${shown(model.message)}</p>
${facts.length === 0 ? '' : `<dl tabindex="0">${facts.join('')}</dl>`}
${problem === '' ? '' : `<p id="problem" class="problem" role="alert">${shown(problem)}</p>`}
${field === undefined ? '' : fieldHtml(field, problem === '' ? focusOf('field') : `${focusOf('field')} aria-invalid="true" aria-describedby="problem"`)}
<div class="actions">
<button disabled class="${model.tone}" name="answer" value="confirmed"${focusOf('confirm')}>${shown(model.confirm)}</button>
<button disabled name="answer" value="declined"${focusOf('cancel')}>${shown(model.cancel)}</button>
</div>
</form>
</body>
</html>`;
}

/** Null when the address is not an answer. */
export function answerIn(
  address: string,
): { readonly answer: 'confirmed' | 'declined'; readonly text: string; readonly again: string } | null {
  if (!address.startsWith(`${answerAddress}?`)) return null;
  const values = new URL(address).searchParams;
  return {
    answer: values.get('answer') === 'confirmed' ? 'confirmed' : 'declined',
    text: values.get('text') ?? '',
    again: values.get('again') ?? '',
  };
}

function fieldHtml(field: PromptField, focus: string): string {
  const input = (name: string, label: string, type: string, extra: string): string =>
    `<label>${shown(label)}<input name="${name}" type="${type}" maxlength="1000" spellcheck="false"${extra}></label>`;
  switch (field.kind) {
    case 'name':
      return input('text', field.label, 'text', ` placeholder="${shown(field.expected)}"${focus}`);
    case 'secret':
      return `${input('text', field.label, 'password', focus)}<p class="hint">${shown(field.hint)}</p>`;
    case 'new-secret': {
      const both = input('text', field.label, 'password', focus) + input('again', field.again, 'password', '');
      return `${both}<p class="hint">${shown(field.hint)}</p>`;
    }
  }
}

/** Where hosts and names may wrap, so that no label does. */
function breakable(html: string): string {
  return html.replace(/[./]+/g, '$&<wbr>');
}

/** As text of a page, with invisible characters made visible. */
function shown(text: string): string {
  return visibleLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const styles = `
:root { color-scheme: light; --ground: #ffffff; --well: #f1f3f6; --text: #1b2230; --muted: #596377; --line: #c6cdd8;
  --field: #7c8799; --accent: #1f6fd6; --bad: #bd2a2a; --problem: #bd2a2a; --on: #ffffff; --ring: #1f6fd6; }
:root[data-theme='dark'] { color-scheme: dark; --ground: #181d26; --well: #1e2530; --text: #e6eaf1; --muted: #a3adbd;
  --line: #3c4656; --field: #7a879b; --accent: #2f7de0; --bad: #c23b3b; --problem: #ff9a9a; --ring: #79aef2; }
:root[data-theme='high-contrast'] { color-scheme: dark; --ground: #000000; --well: #0a0d12; --text: #ffffff;
  --muted: #d7dde6; --line: #8c99ab; --field: #d7dde6; --accent: #7db8ff; --bad: #ff8f8f; --problem: #ff8f8f;
  --on: #000000; --ring: #ffd400; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 13px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
form { padding: 20px; display: flex; flex-direction: column; gap: 12px; max-height: 100vh; }
form > * { flex: none; }
h1 { margin: 0; font-size: 16px; line-height: 1.3; }
p { margin: 0; }
dl { flex: 0 1 auto; min-height: 48px; margin: 0; padding: 8px 12px; overflow: auto; background: var(--well); border-radius: 6px;
  display: grid; grid-template-columns: max-content 1fr; gap: 4px 12px; }
dt { color: var(--muted); max-width: 180px; }
dd { grid-column: 2; margin: 0; font-weight: 600; }
label { display: flex; flex-direction: column; gap: 4px; font-weight: 600; }
input { font: inherit; padding: 6px 8px; color: inherit; background: var(--ground); border: 1px solid var(--field);
  border-radius: 6px; }
input[aria-invalid] { border-color: var(--problem); }
input::placeholder { color: var(--muted); font-weight: 400; }
.hint { color: var(--muted); }
.problem { color: var(--problem); font-weight: 600; }
.actions { display: flex; flex-direction: row-reverse; justify-content: flex-start; gap: 8px; margin-top: 4px; }
button { font: inherit; font-weight: 600; padding: 6px 14px; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: 6px; }
button.standard { background: var(--accent); border-color: var(--accent); color: var(--on); }
button.danger { background: var(--bad); border-color: var(--bad); color: var(--on); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
button:disabled { opacity: 0.5; }
`;
