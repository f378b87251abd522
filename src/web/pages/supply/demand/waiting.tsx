import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { cancelForBuyer, listWaiting } from '#contracts/shop/preorders.ts';
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
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Select } from '#web/ui/controls/field.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';
import '#web/styles/office/admin.css';

export const handle = title('preorder.waiting', ({ programme }: { programme: { name: string } }) => ({
  programme: programme.name,
}));

export async function loader({ context, url, params, request }: LoaderFunctionArgs) {
  const waiting = await read({ context, url }, listWaiting, {
    params: { id: params.id ?? '' },
    query: pageQueryOf(url),
  });
  return withPreserved({ ...waiting, key: crypto.randomUUID() }, { request, url });
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { decision: field('decision'), reason: field('reason'), preorder_id: field('preorder_id') };
  const outcome = await attempt({ context, url, preserve: values, sheet: field('sheet') === '1' }, cancelForBuyer, {
    params: { id: values.preorder_id },
    body: { reason: values.reason },
  });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message('preorder.staff_cancelled'), content: '' });
  return redirect(href('/reseller/preorders/:id', { id: params.id ?? '' }), { headers: { 'set-cookie': toast } });
}

export default function Waiting() {
  const { t, money, number, face } = useI18n();
  const { data, meta, programme } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('preorder.waiting', { programme: programme.name })} />
      <div className="office">
        <Table
          caption={t('preorder.waiting', { programme: programme.name })}
          columns={[
            {
              key: 'user',
              header: t('preorder.waiting_buyer'),
              priority: 'lead',
              cell: ({ user }) => <b>{user.username}</b>,
            },
            {
              key: 'face',
              header: t('preorder.face'),
              align: 'end',
              cell: ({ face_cents }) => face(face_cents, programme.currency),
            },
            {
              key: 'cards',
              header: t('preorder.waiting_cards'),
              align: 'end',
              cell: ({ quantity, filled }) => number(quantity - filled),
            },
            {
              key: 'highest',
              header: t('preorder.highest'),
              align: 'end',
              cell: ({ highest_price_cents }) => money(highest_price_cents),
            },
            {
              key: 'reserved',
              header: t('preorder.reserved'),
              priority: 'side',
              align: 'end',
              cell: ({ reserved_cents }) => money(reserved_cents),
            },
            {
              key: 'state',
              header: t('preorder.state'),
              cell: ({ state, notify_only, skip_reason }) => (
                <>
                  <Tag>{t(notify_only ? 'preorder.notify_tag' : `preorder.state.${state}`)}</Tag>{' '}
                  {skip_reason ? <Tag tone="warn">{t(`preorder.skipped_as.${skip_reason}`)}</Tag> : null}
                </>
              ),
            },
            { key: 'since', header: t('preorder.waiting_since'), cell: ({ created_at }) => <Ago at={created_at} /> },
          ]}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ user }) => href('/admin/users/:id', { id: user.id })}
          empty={<Empty title={t('preorder.demand_none')} />}
        />
        <Pagination meta={meta} />
        <Cancel />
      </div>
    </>
  );
}

function Cancel() {
  const { t, face } = useI18n();
  const { data, programme, key } = useLoaderData<typeof loader>();
  const refused = useActionResult<RefusedDecision>();
  const mayCancel = useRootData()?.user?.roles.includes('support');
  if (!mayCancel || data.length === 0) return null;
  return (
    <DecisionForm
      title={t('preorder.staff_cancel')}
      decisions={[
        {
          value: 'cancel',
          label: t('preorder.staff_cancel'),
          variant: 'danger',
          effect: t('preorder.staff_cancel_effect'),
        },
      ]}
      refused={refused}
      idempotencyKey={key}
    >
      {(typed) => (
        <Select name="preorder_id" label={t('preorder.one')} defaultValue={typed.preorder_id}>
          {data.map(({ id, user, quantity, filled, face_cents }) => (
            <option key={id} value={id}>
              {`${user.username}: ${quantity - filled} × ${face(face_cents, programme.currency)}`}
            </option>
          ))}
        </Select>
      )}
    </DecisionForm>
  );
}
