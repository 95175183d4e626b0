// The caption of the tour: a description, and Back, Next and End. It is at the foot of the side bar, where it takes up
// space instead of covering data; over the content only while the side bar is hidden.
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '@shared/strings/t';
import { Button, IconButton, classNames } from '@renderer/ui';
import { tourSteps } from './steps';
import styles from './tour-overlay.module.css';
import { beginTour } from '../other-windows';
import { currentStep, endTour, nextStep, previousStep, useTour, withdrawOffer } from './tour-store';

export interface TourOverlayProps {
  readonly position: 'side-bar' | 'over-content';
}

export function TourOverlay({ position }: TourOverlayProps) {
  const tour = useTour();
  const step = currentStep(tour);
  const footer = useRef<HTMLElement>(null);
  const { phase, mode } = tour;
  useEffect(() => {
    if (mode !== 'unattended' && phase !== 'acting')
      footer.current?.querySelector<HTMLElement>('button:last-child')?.focus();
  }, [mode, phase]);
  if (!step) return tour.isOffered ? <Offer position={position} /> : null;
  const isLast = tour.index === tourSteps.length - 1;
  const isActing = tour.phase === 'acting';
  return (
    <>
      {/* Nobody is at the pointer then: where it happens to rest must not open hovers in the pictures. */}
      {mode === 'unattended' && <div className={styles.shield} />}
      <aside
        className={classNames(styles.caption, position === 'over-content' && styles.floating)}
        aria-label={t`Tour`}
        data-react-aria-top-layer="true"
      >
        <header className={styles.header}>
          <span className={styles.count}>{t`${tour.index + 1} of ${tourSteps.length}`}</span>
          <IconButton label={t`End the tour`} size="small" icon={<X size={14} />} onPress={() => endTour()} />
        </header>
        <div role="status">
          <h2 className={styles.title}>{step.title}</h2>
          <p className={styles.text}>{tour.phase === 'failed' ? tour.failure : step.text}</p>
        </div>
        {tour.mode !== 'unattended' && (
          <footer ref={footer} className={styles.footer}>
            <Button size="small" isDisabled={tour.index === 0 || isActing} onPress={previousStep}>
              {t`Back`}
            </Button>
            <Button size="small" variant="primary" isDisabled={isActing} onPress={nextStep}>
              {isActing ? t`Showing…` : isLast ? t`Done` : t`Next`}
            </Button>
          </footer>
        )}
      </aside>
    </>
  );
}

/** After the sample data was loaded: what it can show, in two minutes. */
function Offer({ position }: TourOverlayProps) {
  return (
    <aside
      className={classNames(styles.caption, position === 'over-content' && styles.floating)}
      aria-label={t`Tour`}
      data-react-aria-top-layer="true"
    >
      <div role="status">
        <h2 className={styles.title}>{t`Take a two-minute tour?`}</h2>
        <p className={styles.text}>
          {t`It plays in its own window, on this sample data. You can start it later under Help.`}
        </p>
      </div>
      <footer className={styles.footer}>
        <Button size="small" onPress={() => withdrawOffer()}>{t`Not now`}</Button>
        <Button
          size="small"
          variant="primary"
          onPress={() => {
            withdrawOffer();
            beginTour();
          }}
        >{t`Start the tour`}</Button>
      </footer>
    </aside>
  );
}
