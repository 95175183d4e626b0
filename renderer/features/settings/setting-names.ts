// The settings by name, for lists elsewhere that lead to one of them, with additional search terms.
import { create } from 'zustand';
import { t } from '@shared/strings/t';

export interface SettingName {
  /** The label of its row. */
  readonly title: string;
  /** Separated by commas; empty if the title needs no synonyms. */
  readonly also: string;
}

export const settingNames: readonly SettingName[] = [
  { title: t`Theme`, also: t`dark, light, high contrast, appearance` },
  { title: t`Language`, also: '' },
  { title: t`Density`, also: t`row height` },
  { title: t`Times`, also: t`UTC, local time, time zone` },
  { title: t`Number format`, also: '' },
  { title: t`Size units`, also: '' },
  { title: t`Date and time format`, also: '' },
  { title: t`Page size`, also: '' },
  {
    title: t`Combined speed of all transfers`,
    also: t`limit, cap, throttle, bandwidth, timetable, schedule, working hours`,
  },
  { title: t`Verification`, also: t`checksum, MD5` },
  { title: t`Confirm before a transfer`, also: t`confirmation` },
  { title: t`Block size`, also: '' },
  { title: t`Automatic concurrency`, also: t`parallel requests` },
  { title: t`Tray icon`, also: '' },
  { title: t`Currency`, also: t`prices, costs` },
  { title: t`Work offline`, also: '' },
  { title: t`Proxy`, also: '' },
  { title: t`Trusted certificates`, also: t`certificates, TLS` },
  { title: t`Accept published key`, also: t`Azurite, well-known key, devstoreaccount1` },
];

/** What else the setting of this title is called. */
export function synonymsOf(title: string): string {
  return settingNames.find((one) => one.title === title)?.also ?? '';
}

interface RequestedSetting {
  /** Of the setting that is to be shown next; null when that was taken. */
  readonly title: string | null;
}

const useRequestedSetting = create<RequestedSetting>()(() => ({ title: null }));

/** The settings, now or once they are active, show the one with this title. */
export function showSetting(title: string): void {
  useRequestedSetting.setState({ title });
}

/** Each wish once, also one from before the settings were there. Answers how to stop listening. */
export function onShowSetting(take: (title: string) => void): () => void {
  const handOver = ({ title }: RequestedSetting): void => {
    if (title === null) return;
    useRequestedSetting.setState({ title: null });
    take(title);
  };
  handOver(useRequestedSetting.getState());
  return useRequestedSetting.subscribe(handOver);
}
