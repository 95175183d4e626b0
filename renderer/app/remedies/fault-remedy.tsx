// Offers the fault log after a fault of the app itself, so that it can be reported.
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
