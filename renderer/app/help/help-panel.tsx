// Help beside the work: the topic of the active view, a search over all topics, and links to the tour and About.
import { ArrowLeft, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '@shared/strings/t';
import { IconButton, SearchField } from '@renderer/ui';
import { setAbout } from '../layout-store';
import { tabId, useTabs } from '../tabs/tabs-store';
import { beginTour } from '../other-windows';
import { topicsFound } from './guide-text';
import { closeHelp, showTopic, useHelp } from '@renderer/help/help';
import styles from './help.module.css';
import { TopicText } from './topic-text';
import { firstTopic, guideLanguage, topicOfTab, topics } from './topics';

export function HelpPanel() {
  const chosen = useHelp((state) => state.topic);
  const kind = useTabs(({ tabs, activeId }) => tabs.find((tab) => tabId(tab) === activeId)?.kind);
  const [typed, setTyped] = useState('');
  const panel = useRef<HTMLElement>(null);
  useFocusWhileOpen(panel);

  const id = chosen ?? (kind === undefined ? firstTopic : topicOfTab[kind]);
  const topic = topics.find((each) => each.id === id) ?? topics[0];
  const found = topicsFound(topics, typed);
  const go = (to: string): void => {
    setTyped('');
    showTopic(to);
    panel.current?.querySelector('[data-help-body]')?.scrollTo({ top: 0 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    closeHelp();
  };
  return (
    <aside ref={panel} className={styles.panel} aria-label={t`Help`} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        {chosen !== null && (
          <IconButton
            label={t`Help for the current view`}
            size="small"
            icon={<ArrowLeft size={16} />}
            onPress={() => showTopic(null)}
          />
        )}
        <h2 className={styles.title}>{t`Help`}</h2>
        <IconButton label={t`Close help`} size="small" icon={<X size={16} />} onPress={closeHelp} />
      </header>
      <div className={styles.search}>
        <SearchField label={t`Search help`} placeholder={t`Search help`} value={typed} onChange={setTyped} />
      </div>
      <div className={styles.body} data-help-body>
        {typed.trim() === '' && topic !== undefined && <TopicText topic={topic} />}
        <nav aria-label={t`Topics`} className={styles.more}>
          <h3 className={styles.heading}>{typed.trim() === '' ? t`More` : t`Found`}</h3>
          {found.length === 0 && <p className={styles.nothing} role="status">{t`No help topics match “${typed}”.`}</p>}
          <ul>
            {found
              .filter((each) => typed.trim() !== '' || each !== topic)
              .map(({ id: to, title }) => (
                <li key={to}>
                  <button type="button" lang={guideLanguage} className={styles.link} onClick={() => go(to)}>
                    {title}
                  </button>
                </li>
              ))}
            {typed.trim() === '' && (
              <>
                <li>
                  <button type="button" className={styles.link} onClick={beginTour}>{t`Start the tour`}</button>
                </li>
                <li>
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => setAbout('versions')}
                  >{t`About Stowage`}</button>
                </li>
              </>
            )}
          </ul>
        </nav>
      </div>
    </aside>
  );
}

/** Takes the focus when it opens and returns it when it closes, unless the user has moved it elsewhere. */
function useFocusWhileOpen(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    const { current } = panel;
    current?.focus();
    return () => {
      const isElsewhere = document.activeElement !== document.body && !current?.contains(document.activeElement);
      if (!isElsewhere && before instanceof HTMLElement) before.focus();
    };
  }, [panel]);
}
