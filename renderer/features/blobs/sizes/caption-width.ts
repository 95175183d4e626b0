// The width of a name in the treemap, to know where it fits.

/** As wide as an average letter of the caption, where nothing can be measured. */
const letterPx = 6;

/** Measures in the font of captions, in px. */
export function captionMeasure(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return (text) => text.length * letterPx;
  const styles = getComputedStyle(document.documentElement);
  context.font = `${styles.getPropertyValue('--size-caption')} ${styles.getPropertyValue('--font-interface')}`;
  return (text) => context.measureText(text).width;
}
