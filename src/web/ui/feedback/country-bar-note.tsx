import { href } from 'react-router';
import type { CountryBar } from '#contracts/customers/tiers.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Why somebody's country keeps them from buying, and what helps. */
export function CountryBarNote({ bar }: { bar: CountryBar | null }) {
  const { t } = useI18n();
  if (bar === null) return null;
  return (
    <Alert tone="warn">
      <p>{t(`tiers.bar.${bar}`)}</p>
      {bar === 'unknown' ? <Link to={href('/user/profile')}>{t('tiers.bar.set_country')}</Link> : null}
      {bar === 'anonymous' ? <Link to={href('/limits')}>{t('tiers.bar.get_verified')}</Link> : null}
    </Alert>
  );
}
