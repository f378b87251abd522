import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getTransfer } from '#contracts/office/books.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { transferName } from '#web/ui/office/ledger-names.ts';
import { AccountLink } from './entries/account-link.tsx';
import { Cause } from './entries/cause.tsx';
import { TransferTable } from './entries/transfer-table.tsx';
import { LedgerPages } from './ledger-pages.tsx';

export const handle = title('ledger.transfer');

export async function loader(where: LoaderFunctionArgs) {
  return read(where, getTransfer, { params: { id: where.params.id ?? '' } });
}

export default function Transfer() {
  const { t, money } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  const audit = (about: string) => `${href('/admin/audit')}?${new URLSearchParams({ about })}`;
  return (
    <>
      <PageHead title={transferName(t, data.kind)} lead={<Time at={data.at} />} />
      <LedgerPages />
      <div className="stack">
        <section className="panel narrow" aria-label={t('ledger.transfer')}>
          <Facts
            facts={[
              { label: t('ledger.amount'), value: <b>{money(data.amount_cents)}</b> },
              { label: t('ledger.debit'), value: <AccountLink account={data.debit} /> },
              { label: t('ledger.credit'), value: <AccountLink account={data.credit} /> },
              data.reference
                ? { label: t('ledger.cause'), value: <Cause record={data.record} reference={data.reference} /> }
                : null,
              { label: t('ledger.unique_key'), value: <code>{data.unique_key}</code> },
              data.reference
                ? {
                    label: t('audit.title'),
                    value: <Link to={audit(data.reference)}>{t('audit.all_about')}</Link>,
                  }
                : null,
            ]}
          />
        </section>
        {data.related.length ? (
          <section className="stack" aria-labelledby="related">
            <h2 id="related">{t('ledger.related')}</h2>
            <TransferTable caption={t('ledger.related')} transfers={data.related} />
          </section>
        ) : null}
      </div>
    </>
  );
}
