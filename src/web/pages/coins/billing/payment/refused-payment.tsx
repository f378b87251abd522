import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';

/** In place of an address that isn't ours: why there is none, and what to do. */
export function RefusedPayment({ text }: { text: string }) {
  const { t } = useI18n();
  return (
    <section className="panel stack">
      <Alert tone="bad">
        <strong>{t('payment.refused_title')}</strong>
        <p>{text}</p>
      </Alert>
      <p className="row">
        <ButtonLink to={href('/billing')}>{t('billing.title')}</ButtonLink>
        <ButtonLink to={href('/support')} variant="secondary">
          {t('payment.contact_support')}
        </ButtonLink>
      </p>
    </section>
  );
}
