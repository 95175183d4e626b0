// The bell in the status bar: the latest messages since the window opened. Absent while there are none.
import { Bell } from 'lucide-react';
import { t } from '@shared/strings/t';
import {
  Button,
  Popover,
  Time,
  classNames,
  clearPastMessages,
  showPastMessages,
  toneIcons,
  usePastMessages,
} from '@renderer/ui';
import styles from './notification-bell.module.css';

export function NotificationBell() {
  const { messages, unseen } = usePastMessages();
  if (messages.length === 0) return null;
  return (
    <Popover
      label={t`Notifications`}
      placement="top end"
      onOpenChange={(isOpen) => showPastMessages(isOpen ? 'open' : 'closed')}
      trigger={
        <Button
          variant="quiet"
          size="small"
          className={classNames(styles.bell, unseen > 0 && styles.unseen)}
          aria-label={unseen > 0 ? t`Notifications, ${unseen} unread` : t`Notifications`}
        >
          <Bell size={13} aria-hidden />
          {unseen > 0 && <span>{unseen}</span>}
        </Button>
      }
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{t`Notifications`}</h2>
        <Button variant="quiet" size="small" onPress={clearPastMessages}>{t`Clear`}</Button>
      </div>
      <ul className={styles.list}>
        {messages.map(({ id, tone, title, text, atMs }) => (
          <li key={id} className={styles.message}>
            <span className={styles[tone]}>{toneIcons[tone]}</span>
            <div className={styles.words}>
              <strong>{title}</strong>
              {text !== undefined && <span className={styles.text}>{text}</span>}
            </div>
            <span className={styles.time}>
              <Time at={atMs} />
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
