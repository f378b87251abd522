import { href } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { FirstStep, Overview } from '#contracts/office/overview.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

interface Step {
  step: FirstStep;
  to: string;
  /** Who can do it; any admin where it is absent. */
  duties?: readonly string[];
}

const STEPS: readonly Step[] = [
  { step: 'mail', to: href('/admin/operations/settings'), duties: ['support', 'approver', 'auditor'] },
  { step: 'branding', to: href('/admin/branding'), duties: ['publisher'] },
  { step: 'legal_texts', to: href('/admin/legal'), duties: ['publisher'] },
  { step: 'staff', to: href('/admin/staff'), duties: ['approver', 'auditor'] },
  { step: 'programme', to: href('/admin/programmes/new'), duties: ['importer'] },
  { step: 'issuer_key', to: href('/admin/approvals') },
  { step: 'batch', to: href('/reseller/new'), duties: ['importer'] },
];

/** The way from an empty shop to its first card on sale: what is done, and who does what is next. */
export function FirstSteps({ steps }: { steps: NonNullable<Overview['first_steps']> }) {
  const { t } = useI18n();
  const roles = useRootData()?.user?.roles;
  const done = STEPS.filter(({ step }) => steps[step]).length;
  const next = STEPS.find(({ step }) => !steps[step]);
  return (
    <section className="stack" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('first_steps.title')}</h2>
      <p className="muted">{t('first_steps.lead', { done, all: STEPS.length })}</p>
      <ol className="lines-list panel">
        {STEPS.map(({ step, to, duties }) => (
          <li key={step} aria-current={step === next?.step ? 'step' : undefined}>
            <div>
              <h3 className="entry-title">
                {duties && !holdsDuty(roles, ...duties) ? (
                  t(`first_steps.${step}`)
                ) : (
                  <Link to={to}>{t(`first_steps.${step}`)}</Link>
                )}{' '}
                {steps[step] ? <Tag tone="good">{t('first_steps.done')}</Tag> : null}
                {step === next?.step ? <Tag tone="info">{t('first_steps.next')}</Tag> : null}
              </h3>
              <p className="muted small">{t(`first_steps.${step}_more`)}</p>
            </div>
          </li>
        ))}
      </ol>
      {next ? null : <p>{t('first_steps.approve')}</p>}
    </section>
  );
}
