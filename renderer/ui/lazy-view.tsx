// For several features: a view whose code is fetched when it is first shown, so that the window starts without it.
// Nothing is shown in its place until then: the code is on the disk, and arrives before a loading message could be
// read.
import { type ComponentType, Suspense, lazy, useState } from 'react';
import { ErrorBoundary } from './error-boundary';

/**
 * `load` imports the view's own file. A failure is shown in place of the view: a package that was replaced under the
 * running app no longer has the code. @example lazyView(() => import('./lab-tab').then(({ LabTab }) => LabTab))
 */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const viewToLoad = (): ComponentType<Props> => lazy(async () => ({ default: await load() }));
  const First = viewToLoad();
  return function LazyView(props: Props) {
    const [View, setView] = useState<ComponentType<Props>>(() => First);
    return (
      // What could not be loaded once is remembered as that, so trying again takes another one.
      <ErrorBoundary onRetry={() => setView(viewToLoad)}>
        <Suspense>
          <View {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
