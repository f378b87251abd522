import { href } from 'react-router';
import type { AffectedUser } from '#contracts/office/retention.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Props {
  data: AffectedUser[];
  cut: boolean;
  values: Record<string, string>;
}

const SHOWN = 200;

/** The first of them; the file has them all. */
export function AffectedList({ data, cut, values }: Props) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-labelledby="found">
      <h2 id="found">{t('affected.found', { count: data.length })}</h2>
      {cut ? <Alert tone="warn">{t('affected.cut')}</Alert> : null}
      {data.length ? (
        <form method="post" action={href('/admin/operations/affected/csv')}>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button variant="secondary">{t('affected.csv')}</Button>
        </form>
      ) : null}
      <Table
        caption={t('affected.title')}
        columns={useColumns()}
        rows={data.slice(0, SHOWN)}
        keyOf={({ user_id, why }) => `${user_id} ${why}`}
        hrefOf={({ user_id }) => href('/admin/users/:id', { id: user_id })}
        empty={<Empty title={t('affected.nobody')}>{t('affected.nobody_more')}</Empty>}
      />
    </section>
  );
}

function useColumns(): Column<AffectedUser>[] {
  const { t, number } = useI18n();
  return [
    { key: 'user', header: t('claims.buyer'), priority: 'lead', cell: ({ username }) => username },
    { key: 'why', header: t('affected.why'), priority: 'side', cell: ({ why }) => t(`affected.why.${why}`) },
    { key: 'email', header: t('affected.email'), cell: ({ email }) => email ?? t('affected.erased') },
    { key: 'times', header: t('alerts.count'), align: 'end', cell: ({ times }) => number(times) },
    { key: 'first', header: t('affected.first'), cell: ({ first_at }) => <Time at={first_at} /> },
    { key: 'last', header: t('affected.last'), cell: ({ last_at }) => <Time at={last_at} /> },
  ];
}
