// A question mark button that opens the guide's topic for a part of the window.
import { CircleHelp } from 'lucide-react';
import { IconButton } from '@renderer/ui';
import { turnHelp } from './help-store';
import type { HelpTopic } from './help-topics';

export interface HelpButtonProps {
  /** What it helps with: `Help on transfers`. */
  readonly label: string;
  readonly topic: HelpTopic;
}

export function HelpButton({ label, topic }: HelpButtonProps) {
  return <IconButton label={label} size="small" icon={<CircleHelp size={14} />} onPress={() => turnHelp(topic)} />;
}
