import { Form } from 'react-router';
import type { Job } from '#contracts/office/operations.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Column } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

export function useJobColumns(may: boolean): Column<Job>[] {
  const { t, number } = useI18n();
  const acting: Column<Job>[] = may
    ? [{ key: 'act', header: t('jobs.act'), cell: ({ id, state }) => (state === 'running' ? null : <Act id={id} />) }]
    : [];
  return [
    { key: 'task', header: t('jobs.task'), priority: 'lead', cell: ({ task, id }) => `${task} ${id}` },
    {
      key: 'state',
      header: t('jobs.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={state === 'failed' ? 'bad' : 'warn'}>{t(`jobs.state.${state}`)}</Tag>,
    },
    {
      key: 'attempts',
      header: t('jobs.attempts'),
      align: 'end',
      cell: ({ attempts, max_attempts }) => t('jobs.of', { attempts: number(attempts), max: number(max_attempts) }),
    },
    {
      key: 'next',
      header: t('jobs.next'),
      cell: ({ state, run_at }) => (state === 'failed' ? null : <Ago at={run_at} />),
    },
    { key: 'error', header: t('jobs.error'), cell: ({ last_error }) => <span className="small">{last_error}</span> },
    ...acting,
  ];
}

function Act({ id }: { id: number }) {
  const { t } = useI18n();
  return (
    <Form method="post" className="row">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="retry" variant="secondary" aria-label={`${t('jobs.retry')}: ${id}`}>
        {t('jobs.retry')}
      </Button>
      <Button name="intent" value="give_up" variant="danger" aria-label={`${t('jobs.give_up')}: ${id}`}>
        {t('jobs.give_up')}
      </Button>
    </Form>
  );
}
