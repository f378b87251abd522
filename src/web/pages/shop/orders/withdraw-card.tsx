import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { listWithdrawable, withdrawFromContract } from '#contracts/shop/withdrawals.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('withdrawal.title');

export async function loader({ context, url, params: { id = '', card_id = '' } }: LoaderFunctionArgs) {
  const [cards, { data: user }] = await Promise.all([
    read({ context, url }, listWithdrawable, { query: { card_id } }),
    read({ context, url }, getCurrentUser),
  ]);
  // Whoever bought the card again has another contract for it.
  const card = cards.data.find(({ order }) => order.id === id) ?? null;
  return { card, email: user.email, name: user.display_name || user.username };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const { id: order_id = '', card_id = '' } = params;
  const name = field('name');
  const outcome = await attempt({ context, url }, withdrawFromContract, {
    body: { order_id, card_id, name },
    idempotencyKey: `withdrawal:${order_id}:${card_id}`,
  });
  if (!outcome.ok) return refused(outcome.refusal, { name });
  return redirect(href('/withdraw/:id', { id: outcome.reply.data.id }));
}

/** The second step: everything the declaration says is filled in, and one button declares it. */
export default function WithdrawCard() {
  const { t, face } = useI18n();
  const { card, email, name } = useLoaderData<typeof loader>();
  const posted = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  if (!card) {
    return (
      <>
        <PageHead title={t('withdrawal.title')} />
        <FormErrors refusal={posted?.refusal} />
        <Empty
          title={t('withdrawal.not_this')}
          action={<ButtonLink to={href('/withdraw')}>{t('withdrawal.others')}</ButtonLink>}
        >
          {t('withdrawal.not_this_more')}
        </Empty>
      </>
    );
  }
  return (
    <div className="reading stack">
      <PageHead title={t('withdrawal.title')} lead={t('withdrawal.check')} />
      <Form method="post" className="panel stack" noValidate>
        <FormErrors refusal={posted?.refusal} fields={['name']} />
        <Facts
          facts={[
            { label: t('withdrawal.card'), value: `${card.programme}, ${face(card.face_cents, card.currency)}` },
            {
              label: t('withdrawal.order'),
              value: (
                <Link to={href('/orders/:id', { id: card.order.id })}>
                  {t('order.number', { number: String(card.order.number) })}
                </Link>
              ),
            },
            { label: t('order.paid_at'), value: <Time at={card.order.created_at} /> },
            {
              label: t('withdrawal.refund'),
              value: t('withdrawal.to_balance', { amount: { cents: card.refund_cents } }),
            },
            { label: t('withdrawal.receipt_to'), value: email },
          ]}
        />
        <Field
          name="name"
          label={t('withdrawal.name')}
          hint={t('withdrawal.name_hint')}
          autoComplete="name"
          maxLength={100}
          defaultValue={posted?.values.name ?? name}
          errors={posted?.refusal.errors.name}
        />
        <div className="row">
          <Button busy={busy}>{t('withdrawal.confirm')}</Button>
          <Link to={href('/orders/:id', { id: card.order.id })}>{t('withdrawal.keep')}</Link>
        </div>
      </Form>
    </div>
  );
}
