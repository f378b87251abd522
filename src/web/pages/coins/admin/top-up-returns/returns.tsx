import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listTopUpReturns, openTopUpReturns } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { returnTones } from '#web/ui/display/return-tones.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

export const handle = title('top_up_return.title');

export async function loader(where: LoaderFunctionArgs) {
  const page = await read(where, listTopUpReturns, { query: pageQueryOf(where.url) });
  return withPreserved({ ...page, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { decision: 'open', username: field('username'), reason: field('reason') };
  const outcome = await attempt({ context, url, preserve: values, sheet: field('sheet') === '1' }, openTopUpReturns, {
    body: { username: values.username, reason: values.reason },
    idempotencyKey: field('key'),
  });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('top_up_return.opened'), content: '' });
  return redirect(href('/admin/top-up-returns'), { headers: { 'set-cookie': said } });
}

export default function TopUpReturns() {
  const { t, money } = useI18n();
  const { data, meta, key } = useLoaderData<typeof loader>();
  const refusedForm = useActionResult<RefusedDecision>();
  const mayPay = useRootData()?.user?.roles.includes('payouts');
  return (
    <>
      <PageHead title={t('top_up_return.title')} lead={t('top_up_return.lead')} />
      <div className="office">
        {mayPay ? (
          <form method="post" action={href('/admin/top-up-returns/csv')} className="row">
            <Button variant="secondary">{t('top_up_return.export')}</Button>
            <p className="small muted">{t('top_up_return.export_more')}</p>
          </form>
        ) : null}
        <Table
          caption={t('top_up_return.title')}
          columns={[
            {
              key: 'account',
              header: t('top_up_return.account'),
              priority: 'lead',
              cell: ({ user }) => <b>{user.username}</b>,
            },
            {
              key: 'state',
              header: t('closing.state'),
              priority: 'side',
              cell: ({ state }) => <Tag tone={returnTones[state]}>{t(`top_up_return.state.${state}`)}</Tag>,
            },
            {
              key: 'amount',
              header: t('closing.amount'),
              align: 'end',
              cell: ({ amount_cents }) => money(amount_cents),
            },
            { key: 'coin', header: t('closing.coin'), cell: ({ coin }) => coin },
            {
              key: 'at',
              header: t('top_up_return.asked_on'),
              priority: 'low',
              cell: ({ created_at }) => <Ago at={created_at} />,
            },
          ]}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/top-up-returns/:id', { id })}
          empty={<Empty picture="payments" title={t('top_up_return.none')} />}
        />
        <Pagination meta={meta} />
        {mayPay ? (
          <DecisionForm
            title={t('top_up_return.open_title')}
            decisions={[{ value: 'open', label: t('top_up_return.open'), effect: t('top_up_return.open_effect') }]}
            refused={refusedForm}
            idempotencyKey={key}
            fields={['username']}
          >
            {(typed, errors) => (
              <Field
                name="username"
                label={t('top_up_return.account')}
                autoComplete="off"
                autoCapitalize="none"
                maxLength={64}
                defaultValue={typed.username}
                errors={errors.username}
              />
            )}
          </DecisionForm>
        ) : null}
      </div>
    </>
  );
}
