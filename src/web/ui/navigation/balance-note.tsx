import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from './link.tsx';

/** Says in the user's menu what the amount on its button is, and how to add to it. */
export function BalanceNote() {
  const { t } = useI18n();
  return (
    <p className="balance-note small">
      {t('nav.balance_more')} <Link to={href('/billing')}>{t('nav.add_fund')}</Link>
    </p>
  );
}
