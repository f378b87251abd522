import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { Coin } from '#contracts/coins.ts';
import { type ColdWallet, isPrivateKey, listColdWallets, proposeColdWallet } from '#contracts/office/cold-wallets.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { AddForm } from './add-form.tsx';

export const handle = title('cold_wallets.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, listColdWallets);
  return withPreserved({ wallets: data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const source = field('source').trim();
  const values = {
    decision: 'propose',
    coin: field('coin'),
    name: field('name'),
    reason: field('reason'),
    // What can spend isn't kept while a confirmation is asked for.
    source: isPrivateKey(source) ? '' : source,
  };
  const { decision: _, coin, ...typed } = values;
  const body = { ...typed, coin: coin as Coin, source };
  const outcome = await attempt({ context, url, preserve: values, sheet: field('sheet') === '1' }, proposeColdWallet, {
    body,
  });
  // Nor is it shown again, in whatever disguise the server found it.
  if (!outcome.ok) return refused(outcome.refusal, outcome.refusal.errors?.source ? withoutSource(values) : values);
  const said = flash({ type: 'success', title: message('cold_wallet.proposed'), content: '' });
  const page = href('/admin/ledger/cold-wallets/:id', { id: outcome.reply.data.id });
  return redirect(page, { headers: { 'set-cookie': said } });
}

const withoutSource = (values: Record<string, string>): Record<string, string> => ({
  ...values,
  source: '',
  attempt: crypto.randomUUID(),
});

const tones = {
  proposed: 'info',
  watched: 'good',
  removed: 'plain',
  rejected: 'plain',
} satisfies Record<ColdWallet['state'], Tone>;

export default function ColdWallets() {
  const { t, coins } = useI18n();
  const { wallets, key } = useLoaderData<typeof loader>();
  const columns: Column<ColdWallet>[] = [
    { key: 'name', header: t('cold_wallet.name'), priority: 'lead', cell: ({ name, coin }) => `${name}, ${coin}` },
    {
      key: 'state',
      header: t('claims.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={tones[state]}>{t('cold_wallet.state', { state })}</Tag>,
    },
    {
      key: 'balance',
      header: t('cold_wallet.balance'),
      align: 'end',
      cell: ({ balance, coin }) =>
        balance ? (
          <>
            {coins(balance.units, coin)}{' '}
            <small>
              <Time at={balance.at} />
            </small>
          </>
        ) : (
          t('cold_wallet.unread')
        ),
    },
  ];
  return (
    <>
      <PageHead title={t('cold_wallets.title')} lead={t('cold_wallets.lead')} />
      <LedgerPages />
      <div className="stack">
        <Table
          caption={t('cold_wallets.title')}
          columns={columns}
          rows={wallets}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/ledger/cold-wallets/:id', { id })}
          empty={<Empty title={t('cold_wallets.none')} />}
        />
        <AddForm idempotencyKey={key} />
      </div>
    </>
  );
}
