import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getSettings, type Setting, type Settings } from '#contracts/office/operations.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';

export const handle = title('config.title');

export async function loader(where: LoaderFunctionArgs) {
  return (await read(where, getSettings)).data;
}

export default function AdminSettings() {
  const { t, money } = useI18n();
  const { settings, tiers, ceiling_cents, coins, versions } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('config.title')} lead={t('config.lead')} />
      <OperationsSections />
      <div className="office">
        <Table
          caption={t('config.title')}
          columns={useSettingColumns()}
          rows={settings}
          keyOf={({ name }) => name}
          empty={null}
        />
        <section className="stack" aria-labelledby="limits">
          <h2 id="limits">{t('config.limits')}</h2>
          <p className="muted">{t('config.limits_more', { ceiling: money(ceiling_cents) })}</p>
          <Table
            caption={t('config.limits')}
            columns={useTierColumns()}
            rows={tiers}
            keyOf={({ tier }) => String(tier)}
            empty={null}
          />
        </section>
        <section className="panel stack" aria-labelledby="versions">
          <h2 id="versions">{t('config.versions')}</h2>
          <Facts
            facts={[
              { label: 'Facevalue', value: versions.facevalue },
              { label: 'Node.js', value: versions.node },
              { label: 'PostgreSQL', value: versions.postgres },
              { label: t('config.schema'), value: <code>{versions.schema}</code> },
              { label: t('config.import_guard'), value: String(versions.import_guard) },
              {
                label: t('config.coins'),
                value: coins.map(({ coin, offered }) => (offered ? coin : `${coin} (${t('config.off')})`)).join(', '),
              },
            ]}
          />
        </section>
      </div>
    </>
  );
}

function useSettingColumns(): Column<Setting>[] {
  const { t } = useI18n();
  return [
    { key: 'name', header: t('config.name'), priority: 'lead', cell: ({ name }) => <code>{name}</code> },
    {
      key: 'source',
      header: t('config.source'),
      priority: 'side',
      cell: ({ source }) => <Tag tone={source === 'default' ? 'plain' : 'info'}>{t(`config.source.${source}`)}</Tag>,
    },
    {
      key: 'value',
      header: t('config.value'),
      cell: ({ value, hidden }) => {
        if (!hidden) return value ?? <span className="muted">{t('config.none')}</span>;
        return value ? t('config.host', { host: value }) : t('config.hidden');
      },
    },
  ];
}

function useTierColumns(): Column<Settings['tiers'][number]>[] {
  const { t, money } = useI18n();
  return [
    { key: 'tier', header: t('config.tier'), priority: 'lead', cell: ({ tier }) => <b>{String(tier)}</b> },
    {
      key: 'stored',
      header: t('config.stored'),
      align: 'end',
      cell: ({ stored_balance_cents }) => money(stored_balance_cents),
    },
    { key: 'order', header: t('config.order'), align: 'end', cell: ({ one_order_cents }) => money(one_order_cents) },
    { key: 'spend', header: t('config.spend'), align: 'end', cell: ({ spend_24h_cents }) => money(spend_24h_cents) },
    {
      key: 'top_up',
      header: t('config.top_up'),
      align: 'end',
      cell: ({ top_up_30d_cents }) => money(top_up_30d_cents),
    },
    {
      key: 'delay',
      header: t('config.delay'),
      align: 'end',
      cell: ({ delayed_reveal_above_cents: above }) => (above === null ? t('config.no_delay') : money(above)),
    },
  ];
}
