import { href, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Above every page until the account is active: which steps are done, and which comes next. */
export function ActivationStrip() {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const state = useRootData()?.activation;
  if (!state || state.active) return null;
  const steps = [
    { label: t('activation.step_email'), done: state.email_verified },
    { label: t('activation.step_terms'), done: state.terms_accepted },
  ];
  if (state.minimum_cents)
    steps.push({ label: t('activation.step_funds'), done: state.topped_up_cents >= state.minimum_cents });
  const next = steps.findIndex(({ done }) => !done);
  return (
    <nav className="activation-strip" aria-label={t('activation.heading')}>
      <ol>
        {steps.map(({ label, done }, at) => (
          <li key={label} data-done={done || undefined} aria-current={at === next ? 'step' : undefined}>
            {done ? <Icon name="done" size={20} /> : <span className="activation-number">{at + 1}</span>}
            <span>
              {label} <span className="visually-hidden">{t(done ? 'activation.done' : 'activation.to_do')}</span>
            </span>
          </li>
        ))}
      </ol>
      {pathname === href('/activation') ? (
        <strong aria-current="page">{t('activation.step_of', { number: next + 1, count: steps.length })}</strong>
      ) : (
        <Link to={href('/activation')}>{t('activation.heading')}</Link>
      )}
    </nav>
  );
}
