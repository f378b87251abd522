import { languages } from 'virtual:messages';
import { href } from 'react-router';
import { LEGAL_KINDS, type LegalText } from '#contracts/content/content.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import '#web/styles/office/content.css';

interface Version {
  id: string;
  kind: LegalText['kind'];
  locale: string;
  published_at: string | null;
}

/** Which text is in force in which language, and which is missing. */
export function InForce({ versions }: { versions: readonly Version[] }) {
  const { t } = useI18n();
  const columns: Column<LegalText['kind']>[] = [
    { key: 'kind', header: t('content.legal_text'), priority: 'lead', cell: (kind) => t(`legal.${kind}`) },
    ...languages.map(([locale, name]) => ({
      key: locale,
      header: name,
      cell: (kind: LegalText['kind']) => (
        <Cell
          kind={kind}
          locale={locale}
          name={name}
          version={versions.find((one) => one.kind === kind && one.locale === locale)}
        />
      ),
    })),
  ];
  return (
    <section className="stack in-force" aria-labelledby="in-force">
      <h2 id="in-force">{t('content.in_force')}</h2>
      <Table caption={t('content.in_force')} columns={columns} rows={LEGAL_KINDS} keyOf={(kind) => kind} empty={null} />
    </section>
  );
}

interface CellProps {
  kind: LegalText['kind'];
  locale: string;
  name: string;
  version: Version | undefined;
}

function Cell({ kind, locale, name, version }: CellProps) {
  const { t } = useI18n();
  const next = `${href('/admin/legal/:id', { id: 'new' })}?kind=${kind}&locale=${locale}`;
  const label = t(version ? 'content.new_version' : 'content.write');
  return (
    <span className="row">
      {version?.published_at ? (
        <Link to={href('/admin/legal/:id', { id: version.id })}>
          <Time at={version.published_at} day />
        </Link>
      ) : (
        <Tag tone="warn">{t('content.missing_language')}</Tag>
      )}
      <Link to={next} aria-label={`${label}: ${t(`legal.${kind}`)}, ${name}`}>
        {label}
      </Link>
    </span>
  );
}
