// Starts the window once its language is loaded: settings first, so that the first paint has the right theme, then the
// shell.
import '@renderer/bridge/no-eval';
import '@renderer/theme/fonts.css';
import '@renderer/theme/measures.css';
import '@renderer/theme/tokens.css';
import '@renderer/theme/high-contrast.css';
import '@renderer/theme/base.css';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { StowageError } from '@shared/errors';
import { spokenTag, t } from '@shared/strings/t';
import { currentSettings, loadSettings, onSettingsChange } from '@renderer/bridge';
import { previewKeyOf, savedLocations, savedPreviews } from '@renderer/features/blobs';
import { savedTabs } from '@renderer/features/tables';
import { windowId } from '@renderer/storage/this-window';
import { ErrorBoundary, RemedyContext, showFailure } from '@renderer/ui';
import { faultRemedy } from './remedies/fault-remedy';
import { keepStaged } from './closing/keep-staged';
import { takeCarried } from './other-windows';
import { reportSettledSize } from './window/window-size';
import { Shell } from './shell';
import { useTabs } from './tabs/tabs-store';
import { reportFaults } from './report-faults';
import { startTour, startTourOnRequest } from './tour/tour-store';
import type { Settings } from '@shared/model/settings';

/** Components that know languages take direction and numbers from their own. */
function componentLocale(): string {
  if (document.documentElement.dir === 'rtl') return 'he';
  return spokenTag() === 'en' ? 'en-US' : spokenTag();
}

export async function start(): Promise<void> {
  reportFaults(window);
  const root = document.getElementById('root');
  if (!root) throw new StowageError('bug.unexpected', 'The page has no root element.');
  try {
    await loadSettings();
  } catch (thrown) {
    showFailure(thrown, t`The settings could not be read`);
  }
  followAppearance();
  reportSettledSize(window);
  const { tabs } = useTabs.getState();
  savedTabs.forgetBut(tabs.flatMap((tab) => (tab.kind === 'table' ? [{ ...tab, name: tab.table }] : [])));
  savedLocations.forgetBut(tabs.flatMap((tab) => (tab.kind === 'container' ? [{ ...tab, name: tab.container }] : [])));
  savedPreviews.forgetBut(
    tabs.flatMap((tab) => (tab.kind === 'blob' ? [{ ...tab, name: previewKeyOf(tab.container, tab.name) }] : [])),
  );
  const carried = await takeCarried().catch(() => 'other' as const);
  keepStaged();
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={componentLocale()}>
        <ErrorBoundary>
          <RemedyContext.Provider value={faultRemedy}>
            <Shell />
          </RemedyContext.Provider>
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>,
  );
  if (carried === 'tour') startTour('own-window');
  else if (windowId === 'main') await startTourOnRequest();
}

/** Follows settings and system from now on; returns how to stop. */
function followAppearance(): () => void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  // With forced colours the system replaces ours, whatever the theme.
  const prefersContrast = window.matchMedia('(prefers-contrast: more) and (forced-colors: none)');
  const apply = (settings: Settings): void => {
    const { dataset } = document.documentElement;
    const ofSystem = prefersContrast.matches ? 'high-contrast' : prefersDark.matches ? 'dark' : 'light';
    dataset.theme = settings.theme === 'system' ? ofSystem : settings.theme;
    dataset.density = settings.density;
  };
  const onSystemChange = (): void => apply(currentSettings());
  apply(currentSettings());
  const stop = onSettingsChange(apply);
  for (const query of [prefersDark, prefersContrast]) query.addEventListener('change', onSystemChange);
  return () => {
    stop();
    for (const query of [prefersDark, prefersContrast]) query.removeEventListener('change', onSystemChange);
  };
}
