// What helps after a fault of the app itself: what was written down of it, to be reported.
import { ScrollText } from 'lucide-react';
import { t } from '@shared/strings/t';
import { Button, type Remedies } from '@renderer/ui';
import { setAbout } from '../layout-store';

export const faultRemedy: Remedies = ({ kind }) =>
  kind === 'bug' ? (
    <Button icon={<ScrollText size={14} aria-hidden />} onPress={() => setAbout('fault-log')}>
      {t`Show the fault log`}
    </Button>
  ) : null;
