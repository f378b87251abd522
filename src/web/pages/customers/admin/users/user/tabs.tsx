import { href, useParams } from 'react-router';
import { RECORD_KINDS } from '#contracts/customers/users.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/sections.css';

/** The parts of an account's page. */
export function Tabs({ tab }: { tab: string | null }) {
  const { t } = useI18n();
  const { id = '' } = useParams();
  const page = href('/admin/users/:id', { id });
  return (
    <nav className="sections" aria-label={t('users.parts')}>
      <Link to={page} aria-current={tab === null ? 'page' : undefined}>
        {t('users.part.overview')}
      </Link>
      {RECORD_KINDS.map((kind) => (
        <Link key={kind} to={`${page}?tab=${kind}`} aria-current={tab === kind ? 'page' : undefined}>
          {t(`users.part.${kind}`)}
        </Link>
      ))}
      <Link to={`${page}?tab=actions`} aria-current={tab === 'actions' ? 'page' : undefined}>
        {t('users.part.actions')}
      </Link>
    </nav>
  );
}
