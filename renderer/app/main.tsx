// Starts the window: settings first, so that the first paint has the right theme, then the shell.
import '@renderer/bridge/no-eval';
import '@renderer/theme/fonts.css';
import '@renderer/theme/tokens.css';
import '@renderer/theme/high-contrast.css';
import '@renderer/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { StowageError } from '@shared/errors';
import { loadSettings } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { followAppearance } from './appearance';
import { ErrorBoundary } from './error-boundary';
import { Shell } from './shell';
import { startTourWhenAsked } from './tour/tour-store';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new StowageError('bug.unexpected', 'The page has no root element.');
  try {
    await loadSettings();
  } catch (thrown) {
    showToast({ tone: 'bad', title: 'The settings could not be read', text: StowageError.from(thrown).message });
  }
  followAppearance();
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Shell />
      </ErrorBoundary>
    </StrictMode>,
  );
  await startTourWhenAsked();
}

void start();
