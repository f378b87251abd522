import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Link } from './link.tsx';

/** Below every page: what the shop's operator owes its readers. */
export function LegalLinks() {
  const { t } = useI18n();
  const footer = useRootData()?.shop.footer;
  return (
    <>
      {footer ? <p className="small muted">{footer}</p> : null}
      <p className="small legal-links">
        <Link to={href('/terms')}>{t('legal.terms')}</Link>
        <Link to={href('/privacy')}>{t('legal.privacy')}</Link>
        <Link to={href('/imprint')}>{t('legal.imprint')}</Link>
        <Link to={href('/accessibility')}>{t('legal.accessibility')}</Link>
        <Link to={href('/withdraw')}>{t('withdrawal.title')}</Link>
        <Link to={href('/support/report')}>{t('report.title')}</Link>
        <Link to={href('/import-guard')}>{t('guard.title')}</Link>
        <Link to={href('/proof')}>{t('proof.title')}</Link>
      </p>
    </>
  );
}
