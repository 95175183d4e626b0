// The range of a chart that is being selected with the mouse.
import { ReferenceArea } from 'recharts';
import type { Extent } from './result-extent';

export function DrawnStretch({ drawn }: { readonly drawn: Extent }) {
  return (
    <ReferenceArea yAxisId="left" x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.12} stroke="none" />
  );
}
