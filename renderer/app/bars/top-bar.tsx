// The top bar: name, palette, running transfers, settings.
import { ArrowDown, ArrowUp, PanelLeft, Search, Settings } from 'lucide-react';
import { t } from '@shared/strings/t';
import { formatRate } from '@shared/units';
import { useShortcut } from '@renderer/keys/keys';
import { useLiveSample } from '@renderer/live/metrics';
import { IconButton, KeyCap, VisuallyHidden } from '@renderer/ui';
import { runCommand } from '../actions';
import { Logo } from '../logo';
import styles from './top-bar.module.css';

export function TopBar() {
  const paletteKeys = useShortcut('palette');
  const sidebarKeys = useShortcut('toggle-sidebar');
  const settingsKeys = useShortcut('settings');
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        <span className={styles.logo}>
          <Logo size={18} />
        </span>
        <h1 className={styles.name}>{t`Stowage`}</h1>
        <IconButton
          label={t`Show or hide the sidebar`}
          shortcut={sidebarKeys}
          size="small"
          icon={<PanelLeft size={16} />}
          onPress={() => runCommand('toggle-sidebar')}
        />
      </div>
      <button type="button" className={styles.goTo} onClick={() => runCommand('palette')} aria-haspopup="dialog">
        <Search size={14} aria-hidden />
        <span className={styles.goToWords}>{t`Go to a table, container or action`}</span>
        {paletteKeys !== undefined && <KeyCap keys={paletteKeys} />}
      </button>
      <div className={styles.end}>
        <Rates />
        <IconButton
          label={t`Settings`}
          shortcut={settingsKeys}
          size="small"
          icon={<Settings size={16} />}
          onPress={() => runCommand('settings')}
        />
      </div>
    </header>
  );
}

/** Each only while bytes move in its direction. */
function Rates() {
  const { sample } = useLiveSample();
  const { uploadBytesPerSecond: up = 0, downloadBytesPerSecond: down = 0 } = sample ?? {};
  return (
    <div className={styles.rates}>
      {up > 0 ? (
        <span className={styles.upload}>
          <ArrowUp size={14} aria-hidden />
          <VisuallyHidden>{t`Upload`} </VisuallyHidden>
          {formatRate(up)}
        </span>
      ) : null}
      {down > 0 ? (
        <span className={styles.download}>
          <ArrowDown size={14} aria-hidden />
          <VisuallyHidden>{t`Download`} </VisuallyHidden>
          {formatRate(down)}
        </span>
      ) : null}
    </div>
  );
}
