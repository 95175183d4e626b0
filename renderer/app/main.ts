// The first script of the window: loads the language and the formats, then everything that displays text.
import { t } from '@shared/strings/t';
import { chooseFormats, chooseLanguage } from '@renderer/language/choose-language';

async function main(): Promise<void> {
  // Better in English than not at all.
  await chooseLanguage(window).catch(() => undefined);
  chooseFormats(window);
  const { start } = await import('./start');
  await start();
}

main().catch((thrown: unknown) => {
  // React may not have been loaded, so the text is written into the page directly.
  document.body.textContent = t`The Stowage window could not start: ${String(thrown)}`;
});
