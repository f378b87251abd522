import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getJobs, giveUpJob, retryJob } from '#contracts/office/operations.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateEvery } from '#web/live/use-revalidate-every.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { useJobColumns } from './jobs/job-columns.tsx';
import { useLoopColumns } from './jobs/loop-columns.tsx';
import { useQueueColumns } from './jobs/queue-columns.tsx';
import { OperationsSections } from './operations-sections.tsx';

export const handle = title('jobs.title');

/** Workers report every ten seconds. */
const EVERY_MS = 10_000;

export async function loader(where: LoaderFunctionArgs) {
  return (await read(where, getJobs)).data;
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const gives = field('intent') === 'give_up';
  const params = { id: field('id') };
  const outcome = await attempt({ context, url }, gives ? giveUpJob : retryJob, { params });
  if (!outcome.ok) return refused(outcome.refusal, params);
  const said = message(gives ? 'jobs.given_up' : 'jobs.retried');
  const toast = flash({ type: 'success', title: said, content: '' });
  return redirect(href('/admin/operations/jobs'), { headers: { 'set-cookie': toast } });
}

export default function AdminJobs() {
  const { t } = useI18n();
  const { queues, more, troubled, loops } = useLoaderData<typeof loader>();
  const may = useRootData()?.user?.roles.includes('support') ?? false;
  useRevalidateEvery(true, EVERY_MS);
  return (
    <>
      <PageHead title={t('jobs.title')} lead={t('jobs.lead')} />
      <OperationsSections />
      <div className="office">
        <section className="stack" aria-labelledby="troubled">
          <h2 id="troubled">{t('jobs.troubled')}</h2>
          <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
          <Table
            caption={t('jobs.troubled')}
            columns={useJobColumns(may)}
            rows={troubled}
            keyOf={({ id }) => String(id)}
            empty={<Empty title={t('jobs.none_failed')}>{t('jobs.none_failed_more')}</Empty>}
          />
        </section>
        <section className="stack" aria-labelledby="queues">
          <h2 id="queues">{t('jobs.queues')}</h2>
          {more ? <p className="muted">{t('jobs.more')}</p> : null}
          <Table
            caption={t('jobs.queues')}
            columns={useQueueColumns()}
            rows={queues}
            keyOf={({ task }) => task}
            empty={<p className="muted">{t('jobs.nothing_queued')}</p>}
          />
        </section>
        <section className="stack" aria-labelledby="loops">
          <h2 id="loops">{t('jobs.loops')}</h2>
          <p className="muted">{t('jobs.loops_more')}</p>
          <Table
            caption={t('jobs.loops')}
            columns={useLoopColumns()}
            rows={loops}
            keyOf={({ worker, name }) => `${worker} ${name}`}
            empty={<p className="muted">{t('jobs.no_worker')}</p>}
          />
        </section>
      </div>
    </>
  );
}
