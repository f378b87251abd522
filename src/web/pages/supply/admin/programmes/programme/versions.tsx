import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { type FactRow, factLabels, type ShownFacts, useFactRows } from './fact-rows.tsx';

type Version = ProgrammeFacts['versions'][number];

/** Every version with the facts that it changed. */
export function Versions({ versions }: Pick<ProgrammeFacts, 'versions'>) {
  const { t, number } = useI18n();
  const columns: Column<Version>[] = [
    { key: 'number', header: t('programmes.version'), priority: 'lead', cell: (row) => number(row.number) },
    {
      key: 'state',
      header: t('programmes.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={state === 'active' ? 'good' : 'plain'}>{t(`programmes.version.${state}`)}</Tag>,
    },
    {
      key: 'changed',
      header: t('programmes.changed'),
      cell: ({ changed }) =>
        changed.flatMap((name) => (factLabels[name] ? [t(factLabels[name])] : [])).join(', ') ||
        t('programmes.nothing'),
    },
    { key: 'proposed_at', header: t('programmes.proposed_at'), cell: ({ proposed_at }) => <Time at={proposed_at} /> },
  ];
  return (
    <section className="stack" aria-labelledby="versions">
      <h2 id="versions">{t('programmes.versions')}</h2>
      <Table
        caption={t('programmes.versions')}
        columns={columns}
        rows={versions}
        keyOf={(row) => String(row.number)}
        empty={null}
      />
    </section>
  );
}

/** What an open edit would change, fact by fact. */
export function Changes({ now, edit }: { now: ShownFacts; edit: ShownFacts }) {
  const { t } = useI18n();
  const before = new Map(useFactRows(now).map((row) => [row.name, row.value]));
  const after = new Map(useFactRows(edit).map((row) => [row.name, row.value]));
  const names = Object.keys(factLabels).filter((name) => differs(name, now, edit));
  const columns: Column<string>[] = [
    { key: 'fact', header: t('programmes.fact'), priority: 'lead', cell: (name) => t(factLabels[name]!) },
    { key: 'now', header: t('programmes.now'), cell: (name) => before.get(name) ?? t('programmes.none_of_it') },
    { key: 'then', header: t('programmes.then'), cell: (name) => after.get(name) ?? t('programmes.none_of_it') },
  ];
  return (
    <section className="stack" aria-labelledby="changes">
      <h2 id="changes">{t('programmes.changes')}</h2>
      <Table caption={t('programmes.changes')} columns={columns} rows={names} keyOf={(name) => name} empty={null} />
    </section>
  );
}

const differs = (name: FactRow['name'], now: ShownFacts, edit: ShownFacts) => {
  const of = (facts: ShownFacts) => JSON.stringify((facts as Record<string, unknown>)[name]);
  return of(now) !== of(edit);
};
