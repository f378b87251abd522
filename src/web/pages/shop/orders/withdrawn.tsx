import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getWithdrawal } from '#contracts/shop/withdrawals.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('withdrawal.receipt');

export async function loader({ context, url, params: { id = '' } }: LoaderFunctionArgs) {
  return (await read({ context, url }, getWithdrawal, { params: { id } })).data;
}

/** What the buyer declared, with date and time; the mail says the same. */
export default function Withdrawn() {
  const { t, face } = useI18n();
  const made = useLoaderData<typeof loader>();
  return (
    <div className="reading stack sheet">
      <PageHead title={t('withdrawal.receipt')}>
        <PrintButton />
      </PageHead>
      <Alert tone="good">{t('withdrawal.done', { email: made.email })}</Alert>
      <section className="panel">
        <Facts
          facts={[
            { label: t('withdrawal.declared_at'), value: <Time at={made.declared_at} /> },
            { label: t('withdrawal.name'), value: made.name },
            { label: t('withdrawal.card'), value: `${made.programme}, ${face(made.face_cents, made.currency)}` },
            {
              label: t('withdrawal.order'),
              value: (
                <Link to={href('/orders/:id', { id: made.order.id })}>
                  {t('order.number', { number: String(made.order.number) })}
                </Link>
              ),
            },
            { label: t('order.paid_at'), value: <Time at={made.order.created_at} /> },
            {
              label: t('withdrawal.refund'),
              value: t('withdrawal.to_balance', { amount: { cents: made.refund_cents } }),
            },
          ]}
        />
      </section>
    </div>
  );
}
