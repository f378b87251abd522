import type { ClaimDetail } from '#contracts/desk/claims.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';

type Answer = ClaimDetail['answers'][number];

/** Everything the issuer was asked about a card, and what it said. */
export function Answers({ answers, currency }: { answers: readonly Answer[]; currency: string }) {
  const { t, money } = useI18n();
  const columns: Column<Answer>[] = [
    { key: 'at', header: t('answers.at'), priority: 'lead', cell: ({ asked_at }) => <Time at={asked_at} /> },
    { key: 'cause', header: t('answers.cause'), cell: ({ cause }) => t(`answers.cause.${cause}`) },
    {
      key: 'said',
      header: t('answers.said'),
      priority: 'side',
      cell: ({ status, failure }) =>
        status ? t(`check.status.${status}`) : t('answers.none', { failure: failure ?? '' }),
    },
    {
      key: 'balance',
      header: t('answers.balance'),
      align: 'end',
      cell: ({ balance_cents }) => (balance_cents === null ? '–' : money(balance_cents, currency)),
    },
    {
      key: 'redeemed',
      header: t('answers.redeemed'),
      cell: ({ redeemed_at, never_redeemed }) => {
        if (redeemed_at) return <Time at={redeemed_at} />;
        return never_redeemed ? t('answers.never') : '–';
      },
    },
    {
      key: 'signed',
      header: t('answers.signed'),
      cell: ({ signed }) => (signed === null ? '–' : t(signed ? 'answers.signature_holds' : 'answers.signature_old')),
    },
  ];
  return (
    <Table
      caption={t('answers.title')}
      columns={columns}
      rows={answers}
      keyOf={({ id }) => id}
      empty={<Empty title={t('answers.nobody_asked')} />}
    />
  );
}
