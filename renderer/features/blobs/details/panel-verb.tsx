// An action of the properties panel: a button that can also be triggered from outside the panel, as soon as its state
// is known; and the section that has one beside its heading.
import { type ReactNode, createContext, useContext, useEffect, useEffectEvent } from 'react';
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';
import { type DetailsVerb, verbLabels } from './details-verbs';
import { Section, Verb } from './facts';

/** A refusal that passes by itself. */
export const notYet = t`It is being asked for.`;

export interface AskedVerb {
  readonly asked: DetailsVerb | null;
  readonly onTaken: () => void;
}

const Asked = createContext<AskedVerb>({ asked: null, onTaken: () => undefined });

/** Put around the panel. */
export const AskedVerbProvider = Asked.Provider;

export interface PanelVerbProps {
  readonly verb: DetailsVerb;
  /** What is seen; screen readers say what the verb is called. */
  readonly children: string;
  /** Why it is not possible; null where it is. */
  readonly refusal: string | null;
  readonly onPress: () => void;
}

export function PanelVerb({ verb, children, refusal, onPress }: PanelVerbProps) {
  const { asked, onTaken } = useContext(Asked);
  const isDue = asked === verb && refusal !== notYet;
  const take = useEffectEvent(() => {
    onTaken();
    if (refusal === null) onPress();
    else showToast({ tone: 'information', title: verbLabels[verb], text: refusal });
  });
  useEffect(() => {
    if (isDue) take();
  }, [isDue]);
  return (
    <Verb label={verbLabels[verb]} refusal={refusal} onPress={onPress}>
      {children}
    </Verb>
  );
}

export interface VerbSectionProps {
  readonly title: string;
  readonly verb: DetailsVerb;
  /** What is seen on the button. */
  readonly word: string;
  readonly refusal: string | null;
  readonly onVerb: (verb: DetailsVerb) => void;
  readonly children: ReactNode;
}

export function VerbSection({ title, verb, word, refusal, onVerb, children }: VerbSectionProps) {
  const button = (
    <PanelVerb verb={verb} refusal={refusal} onPress={() => onVerb(verb)}>
      {word}
    </PanelVerb>
  );
  return (
    <Section title={title} verb={button}>
      {children}
    </Section>
  );
}
