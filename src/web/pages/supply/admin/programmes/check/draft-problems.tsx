import { useEffect, useRef } from 'react';
import type { ProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import type { Text } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { isDone, pathOf, stepNames, stepOf } from '../editor/steps.ts';
import { factLabels } from '../programme/fact-rows.tsx';

interface Props {
  draft: ProgrammeDraft;
  refusal: Refusal | undefined;
}

const HERE = ['evidence_ref', 'adapter_secret'];

/** Why a draft can't be proposed: what is missing, or what the proposal was refused for, each with the way to its step. */
export function DraftProblems({ draft: { id, missing }, refusal }: Props) {
  const { t, formatMessage } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) box.current?.focus();
  }, [refusal]);
  const unfinished = stepNames.filter((step) => !isDone(step, missing));
  if (!refusal && unfinished.length === 0) return null;
  const errors = Object.entries(refusal?.errors ?? {}).filter(([name]) => !HERE.includes(name));
  const only = refusal && Object.keys(refusal.errors).every((name) => HERE.includes(name));
  const said = (texts: readonly Text[]) => texts.map(formatMessage).join(' ');
  return (
    <div ref={box} tabIndex={-1}>
      <Alert tone={refusal ? 'bad' : 'warn'}>
        <p>
          {refusal
            ? only
              ? formatMessage(refusal.message)
              : t('programme_drafts.refused')
            : t('programme_drafts.missing')}
        </p>
        <ul>
          {(refusal ? [] : unfinished).map((step) => (
            <li key={step}>
              <Link to={pathOf(step, id)}>{t(`programme_drafts.step.${step}`)}</Link>{' '}
              {missing
                .flatMap((name) => (stepOf(name) === step && factLabels[name] ? [t(factLabels[name])] : []))
                .join(', ')}
            </li>
          ))}
          {errors.map(([name, texts]) => (
            <li key={name}>
              {factLabels[name] ? <Link to={pathOf(stepOf(name) ?? 'all', id)}>{t(factLabels[name])}</Link> : null}{' '}
              {said(texts)}
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}
